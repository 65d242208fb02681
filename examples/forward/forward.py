"""A backend for `<casegate-intake>`: adds the token and passes a case on to the service."""

from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

MOST = 110_000_000  # the service takes at most 100 MB of files with a case


class NoRedirects(HTTPRedirectHandler):
    """A POST that is redirected becomes a GET, whose answer says nothing about the case."""

    def redirect_request(self, *_: object) -> None:
        return None


def forward(service: str, token: str, port: int = 0) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            kind = self.headers.get("Content-Type", "")
            length = int(self.headers.get("Content-Length", 0))
            if not kind.startswith("multipart/form-data"):
                return self.reply(404, b'{"title":"Not found"}')
            if not 0 < length <= MOST:
                return self.reply(413, b'{"title":"Too large"}')
            headers = {"Authorization": f"Token {token}", "Content-Type": kind, "Accept": "application/json"}
            request = Request(f"{service}/api/v1/partner/cases/create/", self.rfile.read(length), headers)
            try:
                try:
                    answer = build_opener(NoRedirects).open(request, timeout=180)
                except HTTPError as other:
                    answer = other
                with answer:
                    body = answer.read()
            except (OSError, HTTPException):
                return self.reply(502, b'{"title":"The service does not answer"}')
            # Neither is a receipt: the case may exist, or not.
            if answer.status < 400 and not (answer.status < 300 and body.lstrip().startswith(b"{")):
                return self.reply(502, b'{"title":"The service does not answer as it should"}')
            kept = {name: answer.headers[name] for name in ("Content-Type", "Retry-After") if name in answer.headers}
            self.reply(answer.status, body, kept)

        def reply(self, status: int, body: bytes, headers: dict[str, str] = {"Content-Type": "application/json"}) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass  # nothing of a case is logged

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
