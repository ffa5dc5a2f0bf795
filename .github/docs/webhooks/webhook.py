# python3 webhook.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer


def verified_event(body, headers):
    """The event, if the proxy has sent it; body is what came, byte for byte. Raises ValueError."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("signed too long ago, or a clock is wrong")
    for secret in os.environ["CRYPTO_CHECKOUT_WEBHOOK_SECRET"].split(","):
        key = base64.b64decode(secret.strip()[len("whsec_") :])
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in headers.get("webhook-signature", "").encode().split(b" "):
            if hmac.compare_digest(expected, signature):
                return json.loads(body)
    raise ValueError("signed with another secret, or altered")


class Events(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            event = verified_event(body, self.headers)
        except ValueError as error:
            return self.send_error(400, str(error))
        # It may come again: note event["id"] in the transaction that fulfils.
        print(event["type"], "for", event["order"]["id"] if "order" in event else event["customer"], flush=True)
        self.send_response(204)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("EVENTS_PORT", "3001"))), Events).serve_forever()
