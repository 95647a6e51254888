"""A zip in memory whose bytes depend on its content alone."""

import io
import zipfile


def zipped(files):
    """The bytes of a zip with these files: {name: text}, in this order and with a fixed date.

    >>> zipped({"a.txt": "a"}) == zipped({"a.txt": "a"})
    True
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            about = zipfile.ZipInfo(name)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, text)
    return packed.getvalue()
