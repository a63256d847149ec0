#!/usr/bin/env python3
"""Decodes the turns of EXT_meshopt_compression by the text of the extension, and compares.

    tests/compressed/meshopt_by_spec.py PACKED.glb PLAIN.glb...

PACKED has its clips' turns as shorts behind the filter QUATERNION; each PLAIN has the same accessors as somebody
decoded them. Printed: how many of the shorts differ from the exact ones (50 digits, rounded to the nearest), and by how
much. Beside Python's own library nothing is needed, and nothing of this project is used.
"""
import json
import struct
import sys
from decimal import Decimal, ROUND_HALF_UP, getcontext

getcontext().prec = 50
PART = 1 / Decimal(2).sqrt()
MOST = Decimal(32767)


def read_glb(path):
    data = open(path, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + length]), data[28 + length:]


def decode_attributes(stream, count, stride):
    """Appendix A of the extension, mode 0."""
    assert stream[0] == 0xA0
    block = min((8192 // stride) & ~15, 256)
    last = list(stream[len(stream) - stride:])
    out = bytearray(count * stride)
    at = 1
    for first in range(0, count, block):
        size = min(block, count - first)
        groups = (size + 15) // 16
        for k in range(stride):
            head = stream[at:at + (groups + 3) // 4]
            at += (groups + 3) // 4
            deltas = []
            for g in range(groups):
                bits = (head[g // 4] >> (g % 4 * 2)) & 3
                if bits == 0:
                    deltas += [0] * 16
                elif bits == 3:
                    deltas += stream[at:at + 16]
                    at += 16
                else:
                    wide = 2 if bits == 1 else 4
                    packed = stream[at:at + 2 * wide]
                    at += 2 * wide
                    for byte in packed:
                        for shift in range(8 - wide, -1, -wide):
                            value = (byte >> shift) & ((1 << wide) - 1)
                            if value == (1 << wide) - 1:
                                value = stream[at]
                                at += 1
                            deltas.append(value)
            for i in range(size):
                d = deltas[i]
                last[k] = (last[k] + (~(d >> 1) if d & 1 else d >> 1)) & 255
                out[(first + i) * stride + k] = last[k]
    return out


def nearest(x):
    return int((x * MOST).to_integral_value(ROUND_HALF_UP))


def undo_quaternion(raw, count):
    """Appendix B, filter QUATERNION; how far the least certain number was from being rounded otherwise, too."""
    out, doubt = [], Decimal(1)
    for i in range(count):
        v = struct.unpack_from("<4h", raw, 8 * i)
        one = v[3] | 3
        x, y, z = (PART * c / one for c in v[:3])
        w = max(Decimal(0), 1 - x * x - y * y - z * z).sqrt()
        largest = v[3] & 3
        q = [0] * 4
        for k, c in enumerate((x, y, z)):
            q[(largest + 1 + k) % 4] = nearest(c)
        q[largest] = nearest(w)
        for c in (x, y, z, w):
            doubt = min(doubt, abs(abs(c * MOST) % 1 - Decimal("0.5")))
        out.append(q)
    return out, doubt


def turns_of(gltf, binary):
    """Shorts of each accessor that is a clip's turn, by its number."""
    found = {}
    views = {}
    for clip in gltf["animations"]:
        for channel in clip["channels"]:
            if channel["target"]["path"] != "rotation":
                continue
            number = clip["samplers"][channel["sampler"]]["output"]
            accessor = gltf["accessors"][number]
            assert accessor["componentType"] == 5122 and accessor["type"] == "VEC4"
            v = accessor["bufferView"]
            view = gltf["bufferViews"][v]
            begin = accessor.get("byteOffset", 0)
            packed = view.get("extensions", {}).get("EXT_meshopt_compression")
            if packed:
                assert packed["mode"] == "ATTRIBUTES" and packed["filter"] == "QUATERNION"
                if v not in views:
                    at = packed.get("byteOffset", 0)
                    raw = decode_attributes(binary[at:at + packed["byteLength"]], packed["count"], packed["byteStride"])
                    views[v] = undo_quaternion(raw, packed["count"])
                found[number] = views[v][0][begin // 8:begin // 8 + accessor["count"]]
            else:
                stride = view.get("byteStride", 8)
                begin += view.get("byteOffset", 0)
                found[number] = [list(struct.unpack_from("<4h", binary, begin + i * stride))
                                 for i in range(accessor["count"])]
    return found, min([v[1] for v in views.values()], default=None)


def main():
    exact, doubt = turns_of(*read_glb(sys.argv[1]))
    total = sum(4 * len(rows) for rows in exact.values())
    print(f"{sys.argv[1]}: {len(exact)} accessors, {total} shorts; the least certain one is {float(doubt):.1e} from a tie")
    for path in sys.argv[2:]:
        other, _ = turns_of(*read_glb(path))
        assert len(other) == len(exact), "other accessors"
        pairs = zip(exact.values(), other.values())  # in the order of the clips' channels
        off = [abs(a - b) for one, two in pairs for p, q in zip(one, two) for a, b in zip(p, q)]
        assert len(off) == total, "other counts"
        print(f"{path}: {sum(o > 0 for o in off)} differ, by {max(off)} at most")


main()
