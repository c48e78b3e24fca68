"""Refuses to package the client without the module that the project's build makes of the contract."""

from pathlib import Path

from setuptools import setup

if not Path(__file__).parent.joinpath("lintel", "_generated.py").exists():
    raise SystemExit("lintel/_generated.py is missing: `npm install` at the root of the project makes it.")
setup()
