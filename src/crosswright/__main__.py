"""`python -m crosswright` is the command `crosswright`."""

from crosswright.cli import main

if __name__ == "__main__":
    main()
