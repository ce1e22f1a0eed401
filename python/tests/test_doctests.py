"""The examples in docstrings, those of the native part included."""

import doctest
import pkgutil

import pytest

import grundy
from conftest import ROOT

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def documented():
    """Everything with a docstring, by name."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {}
    modules = [grundy] + [
        __import__(f"grundy.{module.name}", fromlist=["_"]) for module in pkgutil.iter_modules(grundy.__path__)
        # The server needs a package that older Pythons do not have.
        if module.name != "mcp"
    ]
    for module in modules:
        for test in finder.find(module, globs={"grundy": grundy}):
            found.setdefault(test.name, test)
        # The finder goes by sources, which native functions lack.
        for name, thing in vars(module).items():
            members = [(name, thing)]
            if isinstance(thing, type) and module.__name__ == "grundy._native":
                members += [(f"{name}.{key}", value) for key, value in vars(thing).items()]
            if module.__name__ != "grundy._native":
                continue
            for key, value in members:
                text = getattr(value, "__doc__", None) or ""
                if ">>>" in text and not key.startswith("__"):
                    test = doctest.DocTestParser().get_doctest(text, {"grundy": grundy}, key, None, 0)
                    found[key] = test
    return sorted((test for test in found.values() if test.examples), key=lambda test: test.name)


@pytest.mark.parametrize("test", documented(), ids=lambda test: test.name)
def test_doctest(test):
    failures = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=failures.append)
    assert not failures, "".join(failures)


def test_there_are_doctests():
    assert len(documented()) >= 8


def test_the_documentation():
    page = ROOT / "docs" / "python.md"
    failures, tests = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS)
    assert failures == 0 and tests >= 12
