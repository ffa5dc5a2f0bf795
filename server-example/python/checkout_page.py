# python3 checkout_page.py, with order_token.py beside it
import json, re, sqlite3
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

from order_token import order_token

PROXY = "http://127.0.0.1:4000/crypto-checkout"  # as this server reaches it
ENDPOINT = "/crypto-checkout"  # as browsers reach it
ORDER = ("A-1001", "49.00", "EUR")  # id and price of your order
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order A-1001</title>
<link rel="icon" href="data:,">
{head}
{html}
"""


def record_order(id, amount, currency):
    """Stores an order with its price, which your webhook receiver compares. Call it before the order can be paid."""
    table = "create table if not exists orders (id text primary key, amount text not null, currency text not null)"
    sql = """insert into orders (id, amount, currency) values (?, ?, ?)
        on conflict (id) do update set amount = excluded.amount, currency = excluded.currency"""
    with closing(sqlite3.connect("shop.sqlite")) as db, db:  # your database
        db.execute(table)
        db.execute(sql, (id, amount, currency))


def rendered_checkout(order, headers):
    """Returns the HTML for head and body. If the proxy fails or is late, the tag alone: the page opens the checkout."""
    tag = (
        f'<script type="module" src="{ENDPOINT}/elements.js"></script>',
        f'<crypto-checkout endpoint="{ENDPOINT}" order="{order}"></crypto-checkout>',
    )
    is_robot = re.search("bot|crawl|spider|preview", headers.get("user-agent", ""), re.IGNORECASE)
    if is_robot or "prefetch" in headers.get("sec-purpose", ""):
        return tag  # no payer needs the checkout yet
    body = json.dumps({"order": order, "level": "shell", "locale": "en", "endpoint": ENDPOINT}).encode()
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
        record_order(*ORDER)
        head, html = rendered_checkout(order_token(*ORDER), self.headers)
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("cache-control", "private, no-store")  # the page belongs to one payer
        self.end_headers()
        self.wfile.write(PAGE.format(head=head, html=html).encode())


ThreadingHTTPServer(("127.0.0.1", 3000), Page).serve_forever()
