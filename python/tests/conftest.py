"""Shared by the tests."""

import os
from pathlib import Path

from hypothesis import settings

#: The project this package is part of, with its goldens.
ROOT = Path(__file__).resolve().parents[2]

settings.register_profile("usual", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("full", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("GRUNDY_TESTS", "usual") if os.environ.get("GRUNDY_TESTS") == "full" else "usual")
