"""The units of columns, where the table knows them: `load` notes those of a data set's card."""


def units_of(table):
    """Column → unit, of a table or one of its columns; nothing where none is known.

    >>> from dtlab import load
    >>> units_of(load("play_golf_numeric").X)
    {'temperature': '°F', 'humidity': '%'}
    """
    return getattr(table, "attrs", {}).get("units", {})


def with_unit(name, table):
    """The name of a column with its unit, if it does not say it itself.

    >>> from dtlab import load
    >>> with_unit("humidity", load("play_golf_numeric").X)
    'humidity (%)'
    >>> with_unit("body_mass_g", load("penguins").X)
    'body_mass_g'
    """
    unit = units_of(table).get(name)
    return name if unit is None or name.endswith(f"_{unit}") else f"{name} ({unit})"
