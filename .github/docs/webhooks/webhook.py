# python3 webhook.py
import base64, hashlib, hmac, json, os, re, sqlite3, time
from contextlib import closing
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def webhook_keys(secrets):
    """The keys in a list with commas between, several while one replaces another. Raises ValueError."""
    keys = []
    for secret in filter(None, map(str.strip, secrets.split(","))):
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
        if not 24 <= len(key) <= 64:
            raise ValueError("CRYPTO_CHECKOUT_WEBHOOK_SECRET needs whsec_ and the base64 of 24 to 64 bytes")
        keys.append(key)
    if not keys:
        raise ValueError("CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set")
    return keys


def verified_event(body, headers, keys):
    """The event, if the proxy has sent it; body is what came, byte for byte. Raises ValueError."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("signed too long ago, or a clock is wrong")
    for key in keys:
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in headers.get("webhook-signature", "").encode().split(b" "):
            if hmac.compare_digest(expected, signature):
                return json.loads(body)
    raise ValueError("signed with another secret, or altered")


def fulfil(books, event):
    """Call it in a transaction. The tables are those of fulfil.js."""
    id, type, order = event["id"], event["type"], event.get("order")

    def review(reason):
        about = order["id"] if order else event["customer"]
        sql = "insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing"
        books.execute(sql, (id, about, reason))

    if type in ("checkout.partial", "checkout.expired", "checkout.canceled"):
        return
    is_test_shop = os.environ.get("CRYPTO_CHECKOUT_TEST_MODE") == "1"
    if event["testMode"] and not is_test_shop and not type.endswith(".alarm"):
        return  # no money has moved
    if type not in ("checkout.paid", "checkout.overpaid") or event["checkout"]["late"]:
        return review(type)  # no rule decides: a person has to
    sold = books.execute("select amount, currency from orders where id = ?", (order["id"],)).fetchone()
    if not sold or (Decimal(sold[0]), sold[1]) != (Decimal(order["amount"]), order["currency"]):
        return review(f"{order['amount']} {order['currency']} is not its price")
    if type == "checkout.overpaid":
        review(type)  # the surplus is the payer's
    sql = "insert into fulfilled (order_id, event_id) values (?, ?) on conflict do nothing"
    if books.execute(sql, (order["id"], id)).rowcount == 1:
        books.execute("insert into parcels (order_id) values (?)", (order["id"],))  # your own doing
        print(f"order {order['id']} is paid", flush=True)


class Events(BaseHTTPRequestHandler):
    timeout = 10  # seconds that a client may say nothing

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch("[0-9]{1,5}", length):  # an event has a few kilobytes
            return self.send_error(413)
        try:
            event = verified_event(self.rfile.read(int(length)), self.headers, KEYS)
        except ValueError as error:
            return self.send_error(400, str(error))
        try:
            with closing(sqlite3.connect("shop.sqlite")) as books, books:  # your database
                fulfil(books, event)
        except Exception:
            self.send_error(500)  # the proxy sends the event again
            raise
        self.send_response(204)
        self.end_headers()


KEYS = webhook_keys(os.environ.get("CRYPTO_CHECKOUT_WEBHOOK_SECRET", ""))
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("EVENTS_PORT", "3001"))), Events).serve_forever()
