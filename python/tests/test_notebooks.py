"""The gallery, executed from the first cell to the last."""

import pytest

from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((ROOT / "python" / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs and not any(output.output_type == "error" for output in outputs)
    # Committed notebooks have no outputs, so that changes can be read.
    committed = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in committed.cells)


def test_there_is_a_gallery():
    assert len(NOTEBOOKS) >= 6
