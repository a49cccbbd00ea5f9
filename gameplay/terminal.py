"""What of a record must not reach a terminal; it prints nothing."""

import re
from typing import Final

UNSAFE: Final = re.compile(
    r"[^\x20-\x7e\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]"
)
"""Control characters, those that turn the direction of writing, and line and paragraph separators."""
