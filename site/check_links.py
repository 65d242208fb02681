"""Checks the built site: every link within it leads somewhere, and no page loads from another host.

MkDocs checks the links between its own pages before; this one reads what was written, with the
navigation, the playground, the rule explorer and the API.

    check_links.py FOLDER
"""

import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

# The page of an unknown address has links from the root of the host, below the path of SITE_URL.
HERE = urljoin("http://site.invalid/", urlsplit(os.environ.get("SITE_URL", "")).path)


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = {""}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        # A browser requests these addresses without a click.
        is_loaded = tag not in ("a", "area") and values.get("rel") not in ("canonical", "next", "prev")
        self.links += [(values[name], is_loaded) for name in ("href", "src", "action") if values.get(name)]


def faults(folder):
    pages = {file: Page(file.read_text(errors="replace")) for file in sorted(folder.rglob("*.html"))}
    for file, page in pages.items():
        path = file.relative_to(folder)
        if path.parts[0] == "api":
            continue  # rustdoc checks its own links; links to them are checked
        base = urljoin(HERE, path.as_posix())
        for link, is_loaded in page.links:
            url = urlsplit(urljoin(base, link))
            if url.netloc != urlsplit(HERE).netloc:
                if is_loaded and url.scheme != "data":
                    yield f"{path}: loads {link}"
                continue
            to = folder / unquote(url.path).removeprefix(urlsplit(HERE).path)
            to = to / "index.html" if to.is_dir() else to
            if not to.is_file():
                yield f"{path}: {link} does not exist"
            # The pages of web-demo/ have views, and not anchors, in their addresses.
            elif to in pages and not url.fragment.startswith("/") and unquote(url.fragment) not in pages[to].anchors:
                yield f"{path}: {link} has no such anchor"
    for sheet in folder.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\s\"')]+)", sheet.read_text()):
            yield f"{sheet.relative_to(folder)}: loads {address}"
    if not pages:
        yield "the site has no page"


found = list(faults(Path(sys.argv[1])))
print("\n".join(found) or "Every link of the site leads somewhere.")
sys.exit(1 if found else 0)
