"""Puts what the program says of each game, and a map where it draws one, into the page of games.

Usage: games.py PROGRAM PAGE. The page is changed in place; its headings are the names of the games.
"""

import pathlib
import subprocess
import sys

# Maps that show more than those of the examples.
RECORDS = {
    "nim": "nim: 31 31",
    "king": "king 12x12 damaged 3,4 5,2 9,7: 12,12",
    "queen": "queen 24x24 damaged 9,12: 24,24",
    "rook": "rook 16x16 damaged 5,8: 16,16",
    "bishop": "bishop 16x16 damaged 5,8: 16,16",
    "knight": "knight 16x16 damaged 5,8: 16,16",
    "three-rocks": "three-rocks: 20,20",
    "wythoff": "wythoff: 24,24",
    "euclid": "euclid: 24,24",
}


def main(program: str, page: pathlib.Path) -> None:
    page = page.resolve()
    listed = subprocess.run([program, "games"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line[:1].isalpha()]
    parts = page.read_text(encoding="utf-8").split("\n## ")
    found = [part.split("\n", 1)[0] for part in parts[1:]]
    if sorted(found) != sorted(names):
        sys.exit(f"games without a section, or sections without a game: {set(found) ^ set(names)}")
    pictures = page.parent / "images" / "games"
    pictures.mkdir(parents=True, exist_ok=True)
    drawn = 0
    for i, name in enumerate(found, start=1):
        about = subprocess.run([program, "games", name], capture_output=True, text=True, check=True).stdout
        example = next(line.split(None, 1)[1] for line in about.splitlines() if line.startswith("example "))
        heading, theory = parts[i].split("\n", 1)
        added = f"{heading}\n\n```text\n{about.rstrip()}\n```\n"
        record, picture = RECORDS.get(name, example), pictures / f"{name}.svg"
        table = [program, "table", record, "--svg", str(picture)]
        if subprocess.run(table, capture_output=True).returncode == 0:
            added += f"\n![{record}](images/games/{name}.svg)\n"
            drawn += 1
        parts[i] = added + theory
    page.write_text("\n## ".join(parts), encoding="utf-8")
    print(f"{len(found)} games, {drawn} with a map")


main(sys.argv[1], pathlib.Path(sys.argv[2]))
