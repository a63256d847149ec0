"""Pictures as the program writes them, with nothing but Python."""
import struct
import zlib


class Picture:
    """A PNG of 8 bits a channel, with alpha or without."""

    def __init__(self, path):
        with open(path, 'rb') as f:
            data = f.read()
        assert data[:8] == b'\x89PNG\r\n\x1a\n', path
        at, packed = 8, b''
        while at < len(data):
            size, kind = struct.unpack('>I4s', data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            if kind == b'IHDR':
                self.width, self.height, depth, colour = struct.unpack('>IIBB', body[:10])
                self.channels = {(8, 2): 3, (8, 6): 4}[depth, colour]
            if kind == b'IDAT':
                packed += body
            at += 12 + size
        self.raw = zlib.decompress(packed)
        assert len(self.raw) == self.height * (1 + self.channels * self.width), path
        assert max(self.raw[::1 + self.channels * self.width]) <= 4, path
        self.unfiltered = None

    @property
    def rows(self):
        """Made when they are first looked at: of most pictures of a film nobody asks more than whether they are there."""
        if self.unfiltered is None:
            self.unfiltered = self._unfiltered()
        return self.unfiltered

    def _unfiltered(self):
        each, rows = self.channels, []
        stride = each * self.width
        above = bytes(stride)
        for y in range(self.height):
            begin = y * (stride + 1)
            kind, row = self.raw[begin], bytearray(self.raw[begin + 1:begin + 1 + stride])
            if kind == 1:
                for i in range(each, stride):
                    row[i] = (row[i] + row[i - each]) & 255
            elif kind == 2:
                row = bytearray((a + b) & 255 for a, b in zip(row, above))
            elif kind == 3:
                for i in range(stride):
                    row[i] = (row[i] + ((row[i - each] if i >= each else 0) + above[i]) // 2) & 255
            elif kind == 4:
                for i in range(each):
                    row[i] = (row[i] + above[i]) & 255
                for i in range(each, stride):
                    left, up, corner = row[i - each], above[i], above[i - each]
                    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    if by_left <= by_up and by_left <= by_corner:
                        row[i] = (row[i] + left) & 255
                    else:
                        row[i] = (row[i] + (up if by_up <= by_corner else corner)) & 255
            above = bytes(row)
            rows.append(above)
        return rows

    def at(self, x, y):
        return self.rows[y][self.channels * x:self.channels * x + 3]

    def light(self, x, y):
        return sum(self.at(x, y)) / 3

    def changed(self, other, by=24):
        """Pixels in which two pictures of one size differ by more than `by` in some channel."""
        assert (self.width, self.height) == (other.width, other.height)
        assert by >= 0
        if self.channels == other.channels and self.raw == other.raw:
            return set()
        return {(x, y) for y in range(self.height) if self.channels != other.channels or self.rows[y] != other.rows[y]
                for x in range(self.width) if any(abs(a - b) > by for a, b in zip(self.at(x, y), other.at(x, y)))}
