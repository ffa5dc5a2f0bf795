# python3 checkout_page.py, with order_token.py beside it
import json, re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

from order_token import order_token

PROXY = "http://127.0.0.1:4000/crypto-checkout"  # as this server reaches it
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order A-1001</title>
<link rel="icon" href="data:,">
{head}
{html}
"""


def rendered_checkout(order, headers):
    """Returns the HTML for head and body. If the proxy fails or is late, the tag alone: the page opens the checkout."""
    tag = (
        '<script type="module" src="/crypto-checkout/elements.js"></script>',
        f'<crypto-checkout order="{order}"></crypto-checkout>',
    )
    is_robot = re.search("bot|crawl|spider|preview", headers.get("user-agent", ""), re.IGNORECASE)
    if is_robot or "prefetch" in headers.get("sec-purpose", ""):
        return tag  # no payer needs the checkout yet
    body = json.dumps({"order": order, "level": "shell", "locale": "en"}).encode()
    request = Request(f"{PROXY}/render", body, {"content-type": "application/json"})
    try:
        with urlopen(request, timeout=1) as response:  # second
            rendered = json.load(response)
        return rendered["head"], rendered["html"]
    except Exception as error:
        print(f"checkout not rendered: {error!r}", flush=True)
        return tag


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        order = order_token("A-1001", "49.00", "EUR")  # id and price of your order
        head, html = rendered_checkout(order, self.headers)
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("cache-control", "private, no-store")  # the page belongs to one payer
        self.end_headers()
        self.wfile.write(PAGE.format(head=head, html=html).encode())


ThreadingHTTPServer(("127.0.0.1", 3000), Page).serve_forever()
