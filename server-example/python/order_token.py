# python3 order_token.py A-1001 49.00 EUR [description]
import base64, hashlib, hmac, json, os, sys, time


def order_token(id, amount, currency, **others):
    """amount is text such as "49.00"; others may be description, email, offers, return_url and the like."""
    secret = os.environ.get("CRYPTO_CHECKOUT_ORDER_SECRET", "").split(",")[0].strip().encode()
    if len(secret) < 32:
        raise ValueError("CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32")
    now = int(time.time())
    claims = {"sub": id, "amount": amount, "currency": currency, "iat": now, "exp": now + 86400, **others}
    header = {"alg": "HS256", "typ": "JWT"}
    signed = b".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
    signature = hmac.new(secret, signed, hashlib.sha256).digest()
    return (signed + b"." + base64url(signature)).decode()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


if __name__ == "__main__":
    others = {"description": sys.argv[4]} if len(sys.argv) > 4 else {}
    print(order_token(*sys.argv[1:4], **others))
