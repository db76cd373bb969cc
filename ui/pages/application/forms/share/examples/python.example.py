"""Prints the responses, with the RSA key of a backend: its private part is backend.pem, its public part is registered
under Backends. Needs OpenSSL and no package."""

import base64
import json
import secrets
import subprocess
import time
from urllib.parse import urlencode
from urllib.request import Request, urlopen

SERVICE = "https://gateway.example"
APPLICATION = "application-id"
FORM = "questionnaire-id"
KID = "export-2026"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def access_token():
    """A token of SMART Backend Services, valid for five minutes."""
    header = {"alg": "RS384", "typ": "JWT", "kid": KID}
    claims = {
        "iss": APPLICATION,
        "sub": APPLICATION,
        "aud": f"{SERVICE}/token",
        "exp": int(time.time()) + 240,
        "jti": secrets.token_hex(16),
    }
    signed = b".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
    command = ["openssl", "dgst", "-sha384", "-sign", "backend.pem", "-binary"]
    signature = subprocess.run(command, input=signed, capture_output=True, check=True).stdout
    body = {
        "grant_type": "client_credentials",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": (signed + b"." + base64url(signature)).decode(),
        "scope": f"read:questionnaire[{FORM}]",
    }
    with urlopen(f"{SERVICE}/token", urlencode(body).encode()) as answer:
        return json.load(answer)["access_token"]


request = Request(
    f"{SERVICE}/api/questionnaire/{FORM}/responses",
    headers={"Authorization": f"Bearer {access_token()}", "Accept": "application/fhir+ndjson"},
)
with urlopen(request) as lines:
    for line in lines:
        response = json.loads(line)
        # The last line may be an OperationOutcome, which counts the responses that are withheld.
        if response["resourceType"] == "QuestionnaireResponse":
            print(response["id"], response["authored"], response["item"])
