"""What every page that needs no network has: a policy that lets nothing in, and data inside."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from typing import Any


def policy(style: str, script: str = "") -> str:
    """Forbid everything except the style and the script inside the page."""
    sources = ["default-src 'none'", "img-src data:", f"style-src {_hash(style)}"]
    if script:
        sources.append(f"script-src {_hash(script)}")
    return "; ".join([*sources, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    digest = base64.b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def embedded(value: Any) -> str:
    """Write JSON that cannot end the element it is in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
