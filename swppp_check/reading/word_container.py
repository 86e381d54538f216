"""Word files in the old container (OLE): encrypted ones are decrypted, those of Word 97 to 2003 converted.

A file is converted by LibreOffice, where that is installed, in a folder and with a profile of its own that are
removed afterwards.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path

from swppp_check.reading.kinds import OLE
from swppp_check.reading.package import start_of
from swppp_check.reading.raw import CannotOpen

PROGRAMS = ("soffice", "libreoffice")
LONGEST = 45  # seconds that a conversion may take
_SAVE_AS = "save it as .docx or .pdf"


def in_the_open(file: Path | bytes, password: str | None) -> Path | bytes:
    """The file as it is, or what an encrypted or old one holds. Raises CannotOpen."""
    try:
        if not start_of(file).startswith(OLE):
            return file
        content = file if isinstance(file, bytes) else file.read_bytes()
    except OSError as error:
        raise CannotOpen(f"cannot be read: {error.strerror or error}") from error
    if _names(content, "EncryptedPackage"):
        return _decrypted(content, password)
    if _names(content, "WordDocument"):
        return _converted(content)
    raise CannotOpen("an old Office file, not a Word document: save it as .pdf")


def _names(content: bytes, stream: str) -> bool:
    """Whether the container's directory, which is in UTF-16, names a stream."""
    return stream.encode("utf-16-le") in content


def _decrypted(content: bytes, password: str | None) -> bytes:
    import msoffcrypto
    from msoffcrypto.exceptions import InvalidKeyError

    if not password:
        raise CannotOpen("it is an encrypted Word file: give its password with --password")
    opened = BytesIO()
    try:
        file = msoffcrypto.OfficeFile(BytesIO(content))
        file.load_key(password=password)
        file.decrypt(opened)
    except InvalidKeyError:
        raise CannotOpen("the password of the encrypted Word file is wrong: give it with --password") from None
    except Exception as error:  # whatever its parts lead the library to
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CannotOpen(f"the encrypted Word file cannot be opened ({reason}): save it without a password") from error
    return opened.getvalue()


def _converted(content: bytes) -> bytes:
    program = next((found for each in PROGRAMS if (found := shutil.which(each))), None)
    what = "it is a Word 97-2003 file (.doc)"
    if program is None:
        raise CannotOpen(f"{what} and LibreOffice, which could open it, is not installed: {_SAVE_AS}")
    with tempfile.TemporaryDirectory(prefix="swppp-check-") as folder:
        source = Path(folder, "plan.doc")
        source.write_bytes(content)
        command = [
            program,
            f"-env:UserInstallation={Path(folder, 'profile').as_uri()}",
            "--headless",
            "--norestore",
            "--infilter=MS Word 97",
            "--convert-to",
            "docx:MS Word 2007 XML",
            "--outdir",
            folder,
            str(source),
        ]
        try:
            _run(command)
            return source.with_suffix(".docx").read_bytes()
        except subprocess.TimeoutExpired:
            raise CannotOpen(f"{what} and LibreOffice took longer than {LONGEST} seconds over it: {_SAVE_AS}") from None
        except OSError:
            raise CannotOpen(f"{what} that LibreOffice cannot open: {_SAVE_AS}") from None


def _run(command: list[str]) -> None:
    """Run a program without input or output; it and what it started end when its time is over."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True) as program:
        try:
            program.wait(LONGEST)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                os.killpg(program.pid, signal.SIGKILL)
            program.kill()
            raise
