"""The day that counts as today."""

from datetime import datetime
from zoneinfo import ZoneInfo


def today(zone: str) -> str:
    """Returns the day of a time zone, such as `America/New_York`, as YYYY-MM-DD.

    The service publishes no time zone; use the firm's, so that every program of the firm gives the
    same verdict around midnight.
    """
    return datetime.now(ZoneInfo(zone)).date().isoformat()
