"""What MkDocs does not do by itself: pages from outside docs/, generated parts, and llms.txt.

`scripts/site` passes the parts that it built beside the pages in `SITE_PARTS`, one `PATH=FOLDER` on
each line.
"""

import os
import posixpath
import re
import tomllib
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent

# Files of the repository that are pages of the site, besides docs/.
INCLUDED = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "examples/axum-server/README.md": "examples/axum-server.md",
    "crates/python/README.md": "python.md",
    "examples/node-backend/README.md": "examples/node-backend.md",
    "examples/rust-backend/README.md": "examples/rust-backend.md",
    "kit/README.md": "kit.md",
    "kit/details.md": "kit-details.md",
    "pkg/README.md": "npm.md",
    "pkg/cli/README.md": "npm-cli.md",
    "tests/vectors/README.md": "vectors.md",
    "web-demo/README.md": "demo.md",
}
SITE_PATHS = {**INCLUDED, "examples/axum-server": "examples/axum-server.md"}
SITE_PATHS["examples/node-backend"] = "examples/node-backend.md"
SITE_PATHS["examples/rust-backend"] = "examples/rust-backend.md"

# The Markdown of each page with the links of the site, by its path in the site.
markdown_of = {}


def on_files(files, config):
    for source, path in INCLUDED.items():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, "style.css", abs_src_path=str(ROOT / "site/style.css")))
    for line in os.environ.get("SITE_PARTS", "").splitlines():
        prefix, folder = line.split("=", 1)
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                path = posixpath.join(prefix, file.relative_to(folder).as_posix())
                files.append(File.generated(config, path, abs_src_path=str(file)))
    config.nav = expanded(config.nav, files)
    return files


def expanded(nav, files):
    """Replaces `DIR/*.md` by pages that are not named, and drops parts that were not built."""
    named = set(paths_of(nav))

    def items(entries):
        for entry in entries:
            if isinstance(entry, str) and entry.endswith("*.md"):
                folder = posixpath.dirname(entry)
                for file in sorted(files.documentation_pages(), key=lambda file: file.src_uri):
                    path = file.src_uri
                    if posixpath.dirname(path) == folder and path not in named:
                        yield {posixpath.basename(path)[:-3]: path} if folder else path
            elif isinstance(entry, dict):
                [(title, value)] = entry.items()
                if isinstance(value, list):
                    yield {title: list(items(value))}
                elif value.endswith(".md") or files.get_file_from_path(value):
                    yield entry
            else:
                yield entry

    return list(items(nav))


def paths_of(entries):
    for entry in entries:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from paths_of(value) if isinstance(value, list) else [value]


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_uri
    source = next((source for source, to in INCLUDED.items() if to == path), f"docs/{path}")
    outside = lambda text: LINK.sub(lambda link: site_link(link, source, path, files), text)
    blocks = ((is_text, "".join(line for line, _ in block)) for is_text, block in groupby(lines(markdown), itemgetter(1)))
    # In blocks, because the text of a link may go over two lines.
    markdown_of[path] = "".join(outside(block) if is_text else block for is_text, block in blocks)
    return re.sub(r"^```rust,\w+$", "```rust", indented(markdown_of[path]), flags=re.MULTILINE)


LINK = re.compile(r"\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)")


def site_link(link, source, path, files):
    """The link from a page of the site: to a page, to the repository, or the text alone."""
    text, target = link[1], link[2]
    if re.match(r"[a-z]+:|#", target):
        return link[0]
    name, mark, anchor = target.partition("#")
    name = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
    to = SITE_PATHS.get(name) or name.removeprefix("docs/")
    if name in SITE_PATHS or name.startswith("docs/"):
        return f"[{text}]({posixpath.relpath(to, posixpath.dirname(path) or '.')}{mark}{anchor})"
    if not (ROOT / name).exists():
        return link[0]  # MkDocs reports it
    address = repository()
    kind = "tree" if (ROOT / name).is_dir() else "blob"
    return f"[{text}]({address}/{kind}/main/{name}{mark}{anchor})" if address else text


def repository():
    """The repository's address, or `None` for the placeholder."""
    address = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["repository"]
    return None if ".invalid/" in address else address


def lines(markdown):
    """Each line, with `True` if it is not in a fenced block."""
    fence = None
    for line in markdown.splitlines(keepends=True):
        mark = re.match(r" *(```+|~~~+)", line)
        yield line, fence is None and not mark
        if mark and fence is None:
            fence = mark[1]
        elif fence and line.strip() == fence:
            fence = None


def indented(markdown):
    """Doubles indents, because Python-Markdown nests by four spaces where other readers take two."""
    done, shift = [], 0
    for line, is_text in lines(markdown):
        indent = len(line) - len(line.lstrip(" "))
        if is_text or re.match(r" *(```+|~~~+)\w", line):
            shift = indent
        done.append(" " * shift + line if line.strip() else line)
    return "".join(done)


def on_config(config):
    if address := repository():
        config.extra["social"] = [{"icon": "fontawesome/brands/git-alt", "link": address, "name": "Repository"}]
    return config


def on_post_build(config):
    """Writes the Markdown beside the pages, and llms.txt (llmstxt.org) from the navigation."""
    site = Path(config.site_dir)
    for path, markdown in markdown_of.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(markdown)
    base = config.site_url or ""
    sections, full = [], []

    def add(entries):
        for item in entries:
            if item.children:
                add(item.children)
                continue
            markdown = markdown_of.get(item.file.src_uri)
            summary = f": {first_sentence(markdown)}" if markdown else ""
            sections.append(f"- [{item.title}]({base}{item.file.src_uri}){summary}")
            if markdown:
                full.append(f"<!-- {item.file.src_uri} -->\n{markdown.strip()}")

    for item in NAVIGATION[0].items:
        if item.children:
            sections.append(f"\n## {item.title}\n")
        add([item])
    head = f"# {config.site_name}\n\n> {config.site_description}\n\n"
    (site / "llms.txt").write_text(head + "\n".join(sections) + "\n")
    (site / "llms-full.txt").write_text(head + "\n\n".join(full) + "\n")


def first_sentence(markdown):
    """The first sentence of a page, without links. The line below the title of a rule is none."""
    paragraphs = re.split(r"\n\n+", markdown)
    blocks = [block for block in paragraphs if re.fullmatch(r"[\w*\[`].*[.:!?]", block, re.DOTALL)]
    text = LINK.sub(r"\1", " ".join(blocks[0].split())).replace("**", "") if blocks else ""
    return re.split(r"(?<=[.:?!])\s(?=[A-Z`])", text)[0]


NAVIGATION = []


def on_nav(nav, config, files):
    NAVIGATION[:] = [nav]
    return nav
