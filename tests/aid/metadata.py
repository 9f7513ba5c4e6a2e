"""Print what pictures say of where they come from, read by the rules of their form.

    metadata.py FILE.png|FILE.pdf|FILE.svg

The checksums of all chunks of a PNG, and where a PDF says its tables of objects are, must be right.

SPDX-License-Identifier: MIT
"""

import re
import struct
import sys
import xml.etree.ElementTree as tree
import zlib


def of_png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    text, at = "", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(name + body), f"wrong checksum of {name}"
        if name == b"iTXt":
            text += body.split(b"\0", 5)[5].decode()
        at += 12 + length
    return text


def of_pdf(data):
    assert not re.search(rb"/CreationDate *\(", data), "a date"
    at = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    table = data[at:]
    assert table.startswith(b"xref\n"), "no table of objects where the end says"
    information = re.search(rb"/Info (\d+) 0 R", table).group(1)
    first, place = re.match(rb"xref\n(\d+) 1\n(\d{10}) ", table).groups()
    assert first == information
    thing = data[int(place) :]
    assert thing.startswith(information + b" 0 obj"), "the document information is elsewhere"
    subject = re.search(rb"/Subject \(((?:\\.|[^\\)])*)\)", thing, re.DOTALL).group(1)
    return re.sub(rb"\\(.)", rb"\1", subject).decode()


def of_svg(data):
    root = tree.fromstring(data)
    return root.findtext("{http://www.w3.org/2000/svg}metadata") or ""


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        data = file.read()
    print({"png": of_png, "pdf": of_pdf, "svg": of_svg}[path[-3:]](data), end="")


main()
