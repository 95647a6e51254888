"""Dates, times and spans of Python that cross between judge and worker: their tags in `values`.

    ["date", text]   ["time", text, fold, zone]   ["datetime", text, fold, zone]     in ISO 8601
    ["timedelta", days, seconds, microseconds]

A zone is null, the seconds of a fixed offset, or the name of a zone such as "Europe/Berlin".
"""

import re
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

ZONES = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
PARTS = ("year", "month", "day", "hour", "minute", "second", "microsecond")
DAY = 24 * 60 * 60
STRANGE = object()


def write_moment(value):
    """The value as data, or None if it is none of these."""
    kind = type(value)
    if kind is date:
        return ["date", value.isoformat()]
    if kind is timedelta:
        return ["timedelta", value.days, value.seconds, value.microseconds]
    if kind is not time and kind is not datetime:
        return None
    zone = zone_of(value.tzinfo, value.utcoffset())
    if zone is STRANGE:
        return None
    text = value.replace(tzinfo=None).isoformat()
    return [kind.__name__, text, value.fold, zone]


def base_moment(value):
    """The moment or span of Python's own class for one of a subclass; None if it is none.

    >>> class Day(date): pass
    >>> base_moment(Day(2026, 1, 2))
    datetime.date(2026, 1, 2)
    """
    base = next(kind for kind in (datetime, date, time, timedelta) if isinstance(value, kind))
    if type(value) is base:
        return None
    if base is timedelta:
        return timedelta(value.days, value.seconds, value.microseconds)
    parts = [getattr(value, name) for name in PARTS if hasattr(base, name)]
    if base is date:
        return date(*parts)
    return base(*parts, value.tzinfo, fold=value.fold)


def zone_of(zone, *offsets):
    """A time zone as data; STRANGE if it is none that can cross.

    Parameters:
        zone: any, or None.
        offsets: those of all the times in it; if there is one alone, it stands for a nameless zone.
    """
    if zone is None:
        return None
    files = str(getattr(zone, "_filename", "")).rpartition("zoneinfo/")  # of dateutil
    for name in (getattr(zone, "key", None), getattr(zone, "zone", None), files[2]):
        if type(name) is str and ZONES.fullmatch(name):
            return name
    if len({*offsets}) != 1 or offsets[0] is None or offsets[0].microseconds:
        return STRANGE
    return offsets[0].days * DAY + offsets[0].seconds


def zone_from(data):
    """The time zone of such data."""
    if data is None:
        return None
    if type(data) is int:
        return timezone(timedelta(seconds=data))
    if not ZONES.fullmatch(data):
        raise ValueError
    return ZoneInfo(data)


def _exactly(kind, text):
    """What this text says, if it is spelled as we spell it."""
    value = kind.fromisoformat(text)
    if value.isoformat() != text or getattr(value, "tzinfo", None) is not None:
        raise ValueError
    return value


def _read_date(reader, parts, depth):
    (text,) = parts
    return _exactly(date, text)


def _read_with_zone(kind):
    def read(reader, parts, depth):
        text, fold, zone = parts
        if type(fold) is not int:
            raise TypeError
        return _exactly(kind, text).replace(fold=fold, tzinfo=zone_from(zone))

    return read


def _read_timedelta(reader, parts, depth):
    if len(parts) != 3 or any(type(part) is not int for part in parts):
        raise TypeError
    value = timedelta(*parts)
    if [value.days, value.seconds, value.microseconds] != parts:
        raise ValueError
    return value


MOMENTS = {
    "date": _read_date,
    "time": _read_with_zone(time),
    "datetime": _read_with_zone(datetime),
    "timedelta": _read_timedelta,
}
