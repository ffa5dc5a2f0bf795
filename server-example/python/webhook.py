# python3 webhook.py
import base64, hashlib, hmac, json, os, re, sqlite3, time
from contextlib import closing
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TABLES = """
    create table if not exists orders (id text primary key, amount text not null, currency text not null);
    create table if not exists handled (event_id text primary key);
    create table if not exists ledger (invoice_id text primary key, order_id text not null, currency text not null,
        received text not null, applied text not null, owed text not null, reserved text not null,
        refunded text not null, dismissed text not null, version integer not null);
    create table if not exists fulfilled (order_id text primary key, event_id text not null);
    create table if not exists shipments (number integer primary key, order_id text not null);
    create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
"""
# The ledger has all that these events say. Everything else needs a manual decision.
NOTHING_TO_DECIDE = [
    *["checkout.paid", "checkout.partial", "checkout.expired", "checkout.canceled", "checkout.settled"],
    *["refund.reserved", "refund.released", "refund.sent", "refund.declined"],
]


def webhook_keys(secrets):
    """Returns the keys in a comma-separated list, several during a rotation. Raises ValueError."""
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
    """Returns the verified event; body is the raw body. Raises ValueError."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is too old or too new")
    for key in keys:
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in headers.get("webhook-signature", "").encode().split(b" "):
            if hmac.compare_digest(expected, signature):
                return json.loads(body)
    raise ValueError("the signature does not match the raw body and the secrets")


def fulfill(db, event):
    """Handles an event. Call it in a transaction, and log what it returns after the commit."""
    id, type, order = event["id"], event["type"], event.get("order")
    if type == "webhook.test" or "payout" in event:
        return None  # about no order
    about = order["id"] if order else event["customer"]

    def review(reason):
        sql = "insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing"
        is_new = db.execute(sql, (id, about, reason)).rowcount == 1
        return f"review {about}: {reason}" if is_new else None

    is_test_shop = os.environ.get("CRYPTO_CHECKOUT_TEST_MODE") == "1"
    if event["testMode"] and not is_test_shop and not type.endswith(".review_required"):
        return f"ignored {type} of {about}: it has testMode, and CRYPTO_CHECKOUT_TEST_MODE is not 1"
    if not order:
        return review(type)  # about a customer
    if db.execute("insert into handled (event_id) values (?) on conflict do nothing", (id,)).rowcount == 0:
        return None  # delivered again
    if "reason" in event:
        return review(event["reason"])
    if event["invoice"]:
        store(db, event)
    line = ship(db, event, review) if event.get("fulfill") is True else None
    if type in NOTHING_TO_DECIDE:
        return line
    return "; ".join(filter(None, (line, review(type))))


def store(db, event):
    """Stores the money of an invoice as the event states it. The amounts of an older event change nothing."""
    sql = """insert into ledger
        (invoice_id, order_id, currency, received, applied, owed, reserved, refunded, dismissed, version)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (invoice_id) do update set received = excluded.received, applied = excluded.applied,
            owed = excluded.owed, reserved = excluded.reserved, refunded = excluded.refunded,
            dismissed = excluded.dismissed, version = excluded.version
        where excluded.version >= ledger.version"""
    order, checkout, invoice = event["order"], event["checkout"], event["invoice"]
    amounts = [invoice[name] for name in ("received", "applied", "owed", "reserved", "refunded", "dismissed")]
    db.execute(sql, (invoice["id"], order["id"], invoice["currency"], *amounts, checkout["version"]))


def ship(db, event, review):
    """Fulfills an order once, at its own price."""
    order = event["order"]
    sold = db.execute("select amount, currency from orders where id = ?", (order["id"],)).fetchone()
    if not sold:
        return review("no such order was recorded")
    if (Decimal(sold[0]), sold[1]) != (Decimal(order["amount"]), order["currency"]):
        return review(f"{order['amount']} {order['currency']} is not the price of the order")
    sql = "insert into fulfilled (order_id, event_id) values (?, ?) on conflict do nothing"
    if db.execute(sql, (order["id"], event["id"])).rowcount == 0:
        return None  # already fulfilled
    db.execute("insert into shipments (order_id) values (?)", (order["id"],))  # your fulfillment
    return f"order {order['id']} is paid"


class Events(BaseHTTPRequestHandler):
    timeout = 10  # seconds without data from a client

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch("[0-9]{1,5}", length):  # an event has a few kilobytes
            return self.send_error(413)
        try:
            event = verified_event(self.rfile.read(int(length)), self.headers, KEYS)
        except ValueError as error:
            return self.send_error(400, str(error))
        try:
            with closing(sqlite3.connect("shop.sqlite")) as db, db:  # your database
                line = fulfill(db, event)
        except Exception:
            self.send_error(500)  # the proxy delivers the event again
            raise
        if line:
            print(line, flush=True)
        self.send_response(204)
        self.end_headers()


KEYS = webhook_keys(os.environ.get("CRYPTO_CHECKOUT_WEBHOOK_SECRET", ""))
with closing(sqlite3.connect("shop.sqlite")) as db:
    db.executescript(TABLES)
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("EVENTS_PORT", "3001"))), Events).serve_forever()
