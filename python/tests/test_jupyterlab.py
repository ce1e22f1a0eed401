"""The game to play against, clicked in JupyterLab in a headless Chromium; skipped where there is none."""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
nbformat = pytest.importorskip("nbformat")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

CELLS = [
    'import grundy\ngrundy.play("nim: 3 4 5")',
    'grundy.play("king 2x3 damaged 1,3: 2,2")',
    'grundy.Position("king 4x5 damaged 2,3: 4,4")',
    'grundy.Position("nim: 3 4 5").explain()',
    'grundy.table("graph 4 1>2 2>1 2>3 3>4: 1")',
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a running JupyterLab with a notebook of these cells."""
    folder = tmp_path_factory.mktemp("lab")
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "play.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}", "--LabApp.news_url=",
    ]
    settings = {**os.environ, "HOME": str(folder), "JUPYTER_CONFIG_DIR": str(folder / "config")}
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=settings)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token={token}", timeout=5)
                break
            except OSError:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/play.ipynb?token={token}"
    finally:
        server.terminate()
        server.wait(20)


def test_games_are_played_in_jupyterlab(lab):
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 2400})
        page.set_default_timeout(90_000)
        page.goto(lab)
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        # Without a kernel, running asks for one.
        page.get_by_text("| Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

        heaps = page.locator(".grundy-play").nth(0)
        heaps.locator("[data-move='1:3>1']").click()
        heaps.get_by_text("The computer played").wait_for()
        assert heaps.locator(".grundy-heap").nth(0).locator(".grundy-token").count() == 0
        heaps.locator("[data-action=hint]").click()
        heaps.get_by_text("You can win").wait_for()
        # The winning moves of the hints, to the end.
        for _ in range(12):
            status = heaps.locator(".grundy-status").inner_text()
            if "you win" in status.lower():
                break
            heaps.locator("[data-action=hint]").click()
            heaps.get_by_text("You can win").wait_for()
            hint = heaps.locator(".grundy-status").inner_text()
            move = hint.split("You can win: ")[1].split(".")[0]
            heaps.locator(f"[data-move='{move}']").click()
            heaps.locator(".grundy-status", has_not_text="You can win").wait_for()
        assert "you win" in heaps.locator(".grundy-status").inner_text().lower()

        board = page.locator(".grundy-play").nth(1)
        board.locator("[data-cell='2,2']").click()
        board.locator("[data-cell='1,1']").click()
        board.get_by_text("you win", exact=False).wait_for()

        # A picture of a position, an explanation and a graph.
        page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img[src*='svg']").nth(1).wait_for()
        page.locator(".jp-RenderedMarkdown strong", has_text="WIN").wait_for()
        page.screenshot(path=os.environ.get("SCREENSHOT") or None)
        browser.close()
