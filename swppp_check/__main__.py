"""`python -m swppp_check` is the command line."""

from swppp_check.cli import main

main()
