"""A picture that is saved has all pixels of the view, though windows of these tests draw few (--no-refinement)."""
import os

from checks import need
from picture_file import Picture


def whole(p):
    width, height = p.settled()['area'][2:]
    p.press('F12')
    p.wait(lambda s: s.get('dialog') == 'save-picture' and s['typing'] == '1' and s['rest'] == '1', 'F12 asks for a name')
    path = os.path.join(p.folder.name, 'whole.png')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: 'Saved the picture' in s.get('message', ''), 'it is said that it is saved')
    picture = Picture(path)
    got = picture.width, picture.height
    need(got == (int(width), int(height)), 'it is as large as the view: %r' % (got,))
    # Its colours are dithered: nearly everywhere neighbours differ. Few pixels would fill a corner of it, or squares.
    squares = [(x, y) for y in range(0, got[1] - 1, 2) for x in range(0, got[0] - 1, 2)]
    mixed = sum(len({picture.at(x + a, y + b) for a in (0, 1) for b in (0, 1)}) > 1 for x, y in squares)
    part = mixed / len(squares)
    need(part > 0.8, 'with all of its pixels: only %.3f of its squares are mixed' % part)
