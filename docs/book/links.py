"""Checks that every relative link of a site leads to a file and, on its own pages, to a place there.

Usage: links.py SITE [PREFIX...]. Links to paths that begin with a PREFIX are not checked.
The reference of the library under `api` is linked to, and checked by rustdoc itself.
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the places of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)


def main(site: pathlib.Path, unchecked: list[str]) -> None:
    own = [path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in ("api", "play")]
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in own}
    count, broken = 0, []
    for path, page in pages.items():
        for link in page.links:
            split = urllib.parse.urlsplit(link)
            if split.scheme or split.netloc:
                continue
            target = path
            if split.path:
                base = site if split.path.startswith("/") else path.parent
                target = (base / urllib.parse.unquote(split.path).lstrip("/")).resolve()
                if target.is_dir():
                    target /= "index.html"
            inside = target.relative_to(site.resolve()) if target.is_relative_to(site.resolve()) else target
            if any(inside.as_posix().startswith(prefix) for prefix in unchecked):
                continue
            count += 1
            place = urllib.parse.unquote(split.fragment)
            if not target.exists() or (place and target in pages and place not in pages[target].places):
                broken.append(f"{path.relative_to(site)}: {link}")
    print(f"{count} links in {len(pages)} pages, {len(broken)} broken")
    if broken:
        sys.exit("\n".join(broken))


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:])
