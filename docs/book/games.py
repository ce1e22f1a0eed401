"""Puts a map of an example into the section of each game that has one.

Usage: games.py PROGRAM PAGE. The page is changed in place; its headings are the names of the games.
"""

import pathlib
import re
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
    parts = page.read_text(encoding="utf-8").split("\n## ")
    pictures = page.parent / "images" / "games"
    pictures.mkdir(parents=True, exist_ok=True)
    drawn = 0
    for i, part in enumerate(parts[1:], start=1):
        name = part.split("\n", 1)[0]
        example = re.search(r"^- Example: `(.*)`$", part, re.MULTILINE).group(1)
        record, picture = RECORDS.get(name, example), pictures / f"{name}.svg"
        table = [program, "table", record, "--svg", str(picture)]
        if subprocess.run(table, capture_output=True).returncode == 0:
            parts[i] = part.rstrip() + f"\n\n![{record}](images/games/{name}.svg)\n"
            drawn += 1
    page.write_text("\n## ".join(parts), encoding="utf-8")
    print(f"{len(parts) - 1} games, {drawn} with a map")


main(sys.argv[1], pathlib.Path(sys.argv[2]))
