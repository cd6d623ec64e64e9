"""Wrong signatures as Python code makes them: {title: signature} for the request on stdin."""
import base64
import hashlib
import hmac
import html
import json
import sys
import unicodedata
import urllib.parse

request = json.load(sys.stdin)
body = base64.b64decode(request["bodyBase64"])
text = body.decode()
parsed = json.loads(body)
time = request["timestamp"]
secret, old = request["secret"], request["old"]
key = secret.encode()


def mac(material, with_key=key, algorithm="sha256"):
    if isinstance(material, str):
        material = material.encode()
    return hmac.new(with_key, material, algorithm)


def hexadecimal(material, with_key=key, algorithm="sha256"):
    return mac(material, with_key, algorithm).hexdigest()


print(json.dumps({
    "str() of the bytes": hexadecimal(str(body) + time),
    "str() of the bytes, with a dot": hexadecimal(f"{body}.{time}"),
    "f-string of the bytes of the timestamp": hexadecimal(text + str(time.encode())),
    "str() of the dict": hexadecimal(str(parsed) + time),
    "repr() of the text": hexadecimal(repr(text) + time),
    "json.dumps": hexadecimal(json.dumps(parsed) + time),
    "json.dumps, compact": hexadecimal(json.dumps(parsed, separators=(",", ":")) + time),
    "json.dumps, sorted": hexadecimal(json.dumps(parsed, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + time),
    "json.dumps, indented": hexadecimal(json.dumps(parsed, indent=2, ensure_ascii=False) + time),
    "json.dumps of the text": hexadecimal(json.dumps(text, ensure_ascii=False) + time),
    "the data alone": hexadecimal(json.dumps(parsed["data"]) + time),
    "urllib quote": hexadecimal(urllib.parse.quote(text) + time),
    "urllib quote_plus": hexadecimal(urllib.parse.quote_plus(text) + time),
    "html.escape": hexadecimal(html.escape(text) + time),
    "base64 of the body": hexadecimal(base64.b64encode(body) + time.encode()),
    "hex of the body": hexadecimal(body.hex() + time),
    "UTF-16 with a mark": hexadecimal((text + time).encode("utf-16")),
    "UTF-16 of the body": hexadecimal(text.encode("utf-16-le") + time.encode()),
    "UTF-8 with a mark": hexadecimal(text.encode("utf-8-sig") + time.encode()),
    "Windows-1256": hexadecimal(text.encode("cp1256", "replace") + time.encode()),
    "Latin-1, replaced": hexadecimal(text.encode("latin-1", "replace") + time.encode()),
    "ASCII, ignored": hexadecimal(text.encode("ascii", "ignore") + time.encode()),
    "read as Windows-1256": hexadecimal(body.decode("cp1256", "strict") + time),
    "NFD": hexadecimal(unicodedata.normalize("NFD", text) + time),
    "key and message swapped": hexadecimal(key, body + time.encode()),
    "both secrets as one": hexadecimal(text + time, f"{secret},{old}".encode()),
    "str() of a list of secrets": hexadecimal(text + time, str([secret, old]).encode()),
    "str() of the secret's bytes": hexadecimal(text + time, str(key).encode()),
    "the secret decoded from base64": hexadecimal(text + time, base64.urlsafe_b64decode(secret.split("_")[2] + "=")),
    "the secret hashed": hexadecimal(text + time, hashlib.sha256(key).digest()),
    "None as the secret": hexadecimal(text + time, str(None).encode()),
    "str() of the digest": str(mac(text + time).digest()),
    "str() of base64": str(base64.b64encode(mac(text + time).digest())),
    "no update": hmac.new(key, digestmod="sha256").hexdigest(),
    "hashlib": hashlib.sha256(body + time.encode()).hexdigest(),
    "HMAC over a hash": hexadecimal(hashlib.sha256(body + time.encode()).hexdigest()),
    "SHA-1": hexadecimal(text + time, algorithm="sha1"),
    "a forgotten f": hexadecimal("{body}{timestamp}"),
}))
