"""Pages that need no network: what may run in them, and data that stays data."""

from __future__ import annotations

import base64
import hashlib
import json

from crosswright.rendering.offline import embedded, policy


def test_only_the_style_and_the_script_inside_may_be_used() -> None:
    digest = base64.b64encode(hashlib.sha256(b"p {}").digest()).decode()
    alone = policy("p {}")
    assert alone.startswith("default-src 'none'; ")
    assert f"style-src 'sha256-{digest}'" in alone and "script-src" not in alone
    assert policy("p {}", "1;").count("sha256-") == 2


def test_data_cannot_end_its_element() -> None:
    value = {"title": "</script><!-- & \u2028"}
    text = embedded(value)
    assert not {*"<>&\u2028"} & {*text}
    assert json.loads(text) == value
