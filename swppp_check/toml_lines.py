"""On which line each key of a TOML file stands: the standard library's parser does not say.

It is asked only of a text that the parser has accepted, so it takes the grammar for granted.
"""

import ast
import re
from collections.abc import Mapping

Key = tuple[str | int, ...]
Token = tuple[str, int]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|\#[^\n]*|\n|[\[\]{}=,.]|[^\s\[\]{}=,.\"'\#]+",
    re.DOTALL,
)


def key_lines(text: str) -> Mapping[Key, int]:
    """The line (from 1) of every key and of every entry of a list; the empty key is line 1."""
    return _Lines(text).found


class _Lines:
    """One pass over the tokens; `found` grows as keys are met."""

    def __init__(self, text: str) -> None:
        self.found: dict[Key, int] = {(): 1}
        self._entries: dict[Key, int] = {}  # of a list of tables, how many so far
        self._tokens: list[Token] = []
        line = 1
        for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
            if not match[0].startswith("#"):
                self._tokens.append((match[0], line))
            line += match[0].count("\n")
        self._at = 0
        table: Key = ()
        while self._at < len(self._tokens):
            token = self._tokens[self._at][0]
            if token == "[":
                table = self._header()
            elif token == "\n":
                self._at += 1
            else:
                self._pair(table)

    def _take(self) -> Token:
        token = self._tokens[self._at] if self._at < len(self._tokens) else ("\n", 0)
        self._at += 1
        return token

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else "\n"

    def _header(self) -> Key:
        line = self._take()[1]
        several = self._peek() == "["
        if several:
            self._at += 1
        *above, last = self._dotted("]")
        if several:
            self._at += 1
        key: Key = ()
        for part in above:
            key = self._entry((*key, part), line)
        key = (*key, last)
        if several:
            self.found.setdefault(key, line)
            self._entries[key] = self._entries.get(key, -1) + 1
            key = (*key, self._entries[key])
        self.found.setdefault(key, line)
        return key

    def _entry(self, key: Key, line: int) -> Key:
        """The table that a header names on its way: of a list of tables the last one."""
        self.found.setdefault(key, line)
        return (*key, self._entries[key]) if key in self._entries else key

    def _dotted(self, end: str) -> list[str]:
        """The parts of a dotted key, read up to `end`, which is taken as well."""
        parts: list[str] = []
        while self._at < len(self._tokens):
            token = self._take()[0]
            if token == end:
                break
            if token not in (".", "\n"):
                parts.append(_bare(token))
        return parts or [""]

    def _pair(self, table: Key) -> None:
        line = self._tokens[self._at][1]
        key = table
        for part in self._dotted("="):
            key = (*key, part)
            self.found.setdefault(key, line)
        self._value(key)

    def _value(self, key: Key) -> None:
        token = self._take()[0]
        if token == "[":
            number = 0
            while self._more("]"):
                self.found.setdefault((*key, number), self._tokens[self._at][1])
                self._value((*key, number))
                number += 1
        elif token == "{":
            while self._more("}"):
                self._pair(key)
        else:
            while self._peek() not in (",", "]", "}", "\n"):
                self._at += 1

    def _more(self, end: str) -> bool:
        """Whether another entry follows; takes line breaks and commas before it, and the end after the last."""
        while self._peek() in (",", "\n") and self._at < len(self._tokens):
            self._at += 1
        if self._at >= len(self._tokens) or self._peek() == end:
            self._at += 1
            return False
        return True


def _bare(token: str) -> str:
    """A key's part without its quotation marks."""
    if token.startswith("'"):
        return token[1:-1]
    if token.startswith('"'):
        try:
            return str(ast.literal_eval(token))
        except (SyntaxError, ValueError):
            return token[1:-1]
    return token
