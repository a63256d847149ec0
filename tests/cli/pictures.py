#!/usr/bin/env python3
"""What options of `bindpose render` do to the picture: pictures.py BINDPOSE ASSETS CASE.

A case draws pictures of one model and says what must be seen in them: not their bytes, and no stored pictures.
Runs in a folder of its own. Needs nothing but Python.
"""
import os
import shutil
import subprocess
import sys
import tempfile

from picture_file import Picture

SIZE = (240, 180)
binary, assets = sys.argv[1], sys.argv[2]


def draw(model, *options, size=SIZE):
    out = 'picture%d.png' % len(os.listdir('.'))
    words = [binary, 'render', os.path.join(assets, model), '-o', out, '--size', '%dx%d' % size]
    done = subprocess.run(words + list(options), capture_output=True, text=True)
    check(done.returncode == 0, 'bindpose says: ' + done.stderr)
    picture = Picture(out)
    check((picture.width, picture.height) == size, 'the picture has another size')
    return picture


def check(good, otherwise):
    if not good:
        sys.exit('FAILED: ' + otherwise)


def between(value, low, high, what):
    check(low <= value <= high, '%s: %s is not from %s to %s' % (what, value, low, high))


def corners(picture):
    w, h = picture.width - 3, picture.height - 3
    return sum(picture.light(x, y) for x, y in ((2, 2), (w, 2), (2, h), (w, h))) / 4


def same():
    """A picture drawn again is the same: what the other cases see comes from the option."""
    check(not draw('capsule.glb').changed(draw('capsule.glb'), 0), 'the same words drew another picture')


def light():
    dark, bright = draw('capsule.glb'), draw('capsule.glb', '--light')
    between(corners(dark), 0, 100, 'light of the dark background')
    between(corners(bright), 180, 255, 'light of the light background')
    # What an edit of the view does not name stays as the options have it.
    between(corners(draw('capsule.glb', '--light', '--edit', 'view grid off')), 180, 255, 'light after an edit')


def hide():
    """Without its only mesh the model's place looks as the ground around it."""
    shown = draw('capsule.glb', '--no-skeleton')
    hidden = draw('capsule.glb', '--no-skeleton', '--hide', 'capsule')
    body = shown.changed(hidden)
    between(len(body), 1500, 20000, 'pixels of the mesh')
    left = sum(1 for x in range(80, 160) if abs(hidden.light(x, 90) - hidden.light(4, 90)) > 12)
    between(left, 0, 8, 'pixels of the middle row that are not background')


def skeleton():
    """With the mesh hidden there are bones, without the skeleton there is nothing."""
    bones = draw('capsule.glb', '--hide', 'capsule')
    nothing = draw('capsule.glb', '--hide', 'capsule', '--no-skeleton')
    seen = bones.changed(nothing)
    between(len(seen), 150, 6000, 'pixels of bones')
    row = [x for x, y in seen if y == 90]
    between(max(row, default=0) - min(row, default=0), 2, 60, 'width of the bones in the middle row')
    over = draw('capsule.glb').changed(draw('capsule.glb', '--no-skeleton'))
    between(len(over & seen), len(seen) // 3, len(seen), 'pixels of bones over the mesh')


def needles():
    """Normals as needles stand on the pinned vertex, or all over; labels name them."""
    words = ('--no-skeleton', '--edit', 'joint upper rotate 0 90 0', '--edit', 'pin capsule 1238')
    none = draw('capsule.glb', *words)
    vertex = draw('capsule.glb', *words, '--edit', 'view needles vertex skeleton off')
    everywhere = draw('capsule.glb', *words, '--edit', 'view needles all skeleton off')
    here, there = vertex.changed(none), everywhere.changed(none)
    between(len(here), 300, 8000, 'pixels of the needles at the vertex')
    rows = [y for x, y in here]
    between(max(rows) - min(rows), 10, 130, 'rows that they and their names, one below the other, take')
    rows = [y for x, y in there]
    between(max(rows) - min(rows), 110, 180, 'rows that the needles all over take')
    check(not draw('capsule.glb', *words, '--edit', 'view needles off skeleton off').changed(none, 0),
          'needles that are off changed the picture')


def screw():
    """T_j of the selected joint as a screw: beside it, and nothing where no joint is selected."""
    words = ('--no-skeleton', '--edit', 'joint upper rotate 0 60 0')
    on = ('--edit', 'view screw on skeleton off')
    chosen = draw('capsule.glb', *words, '--edit', 'select upper')
    seen = draw('capsule.glb', *words, '--edit', 'select upper', *on).changed(chosen)
    between(len(seen), 150, 9000, 'pixels of the screw')
    rows = [y for x, y in seen]
    between(max(rows) - min(rows), 40, 150, 'rows that its line takes')
    check(not draw('capsule.glb', *words, *on).changed(draw('capsule.glb', *words), 0), 'a screw of no joint')


def alike(pixels, dx, dy):
    """How many of them are there again that far off."""
    return sum((x + dx, y + dy) in pixels for x, y in pixels) / max(len(pixels), 1)


def hatching():
    """The joints of the capsule have a pattern each, in the map of joints and nowhere else."""
    on, size = ('--edit', 'view hatching on'), (480, 360)
    plain = ('--no-skeleton',)
    check(not draw('capsule.glb', *plain, *on).changed(draw('capsule.glb', *plain), 0), 'hatching without a map')
    for show in 'joints', 'dominant':
        words = (*plain, '--show', show)
        seen = draw('capsule.glb', *words, *on, size=size).changed(draw('capsule.glb', *words, size=size))
        # The legend stands at the left: the body is right of it.
        body = {(x, y) for x, y in seen if x > 190}
        between(len(body), 500, 12000, show + ': pixels of lines')
        # lower is plain, the lines of upper fall.
        middle = sum(y for x, y in body) / len(body)
        between(middle, 40, 170, show + ': the middle of the hatched rows')
        between(alike(body, 4, 4), 0.7, 1, show + ': along the lines')
        between(alike(body, 4, -4), 0, 0.5, show + ': across the lines')


def tone():
    words = ('ogre.glb', '--no-skeleton', '--edit', 'view grid off')
    soft, plain, filmic = (draw(*words, '--tone', t) for t in ('soft', 'plain', 'filmic'))
    check(not soft.changed(draw(*words), 0), 'soft is not the usual one')
    between(len(soft.changed(filmic, 8)), 3000, 200000, 'pixels that are another colour on film')
    between(len(soft.changed(plain, 0)), 1, 200000, 'pixels whose brightness is cut off')
    check(not plain.changed(draw(*words, '--edit', 'view tone plain'), 0), 'the option and the edit differ')


def normals():
    """The blended matrix shades wrongly where a joint is stretched, and only there."""
    words = ('--no-skeleton', '--edit', 'joint lower scale 1 3 1')
    plain = draw('capsule.glb', *words, '--normals', 'plain')
    wrong = draw('capsule.glb', *words).changed(plain, 8)
    between(len(wrong), 300, 30000, 'pixels that the wrong normals shade otherwise')
    rest = draw('capsule.glb', '--no-skeleton', '--normals', 'plain')
    check(not rest.changed(draw('capsule.glb', '--no-skeleton'), 2), 'the normals differ in the bind pose')
    # Where the weights change, the surface leans away from its usual normals.
    words = ('--no-skeleton', '--edit', 'joint upper rotate 0 120 0')
    leaning = draw('capsule.glb', *words).changed(draw('capsule.glb', *words, '--normals', 'exact'), 8)
    between(len(leaning), 300, 20000, 'pixels that exact normals shade otherwise')
    check(not rest.changed(draw('capsule.glb', '--no-skeleton', '--normals', 'exact'), 2),
          'exact normals differ in the bind pose')


def width_of_title(picture):
    """Of the first line of text in the legend, which is at the left of the lower half."""
    columns = set()
    for y in range(picture.height // 2, picture.height):
        bright = {x for x in range(8, 240) if picture.light(x, y) > 160}
        if columns and not bright:
            break
        columns |= bright
    return max(columns, default=0) - min(columns, default=0)


def presenter():
    """Letters are larger, and bones are thicker."""
    words, size = ('--show', 'weights', '--joint', 'upper', '--no-skeleton'), (800, 600)
    usual, large = draw('capsule.glb', *words, size=size), draw('capsule.glb', *words, '--presenter', size=size)
    first, second = width_of_title(usual), width_of_title(large)
    between(first, 60, 180, 'width of the first line of the legend')
    between(second / first, 1.2, 2.5, 'how many times wider it is')
    bones = [len(draw('capsule.glb', '--hide', 'capsule', *more)
                 .changed(draw('capsule.glb', '--hide', 'capsule', '--no-skeleton', *more)))
             for more in ((), ('--presenter',))]
    between(bones[1] / bones[0], 1.2, 4, 'how many times more pixels bones have')


def orbit():
    """From behind, and a half turn later, the same."""
    front = draw('ogre.glb', '--from', 'front', '--no-skeleton')
    back = draw('ogre.glb', '--from', 'back', '--no-skeleton')
    between(len(front.changed(back)), 1000, 40000, 'pixels that differ from the front to the back')
    turned = draw('ogre.glb', '--orbit', '40', '--no-skeleton')
    between(len(turned.changed(draw('ogre.glb', '--no-skeleton'))), 500, 40000, 'pixels that an orbit changes')


def two_files():
    """A file beside itself is one picture twice, and grey; beside one with other weights it is coloured where it bends."""
    bend = ('--edit', 'joint upper rotate 0 0 60', '--no-skeleton')

    def coloured(picture, right):
        half = picture.width // 2
        return sum(1 for y in range(picture.height - 60) for x in range(half * right, half * (right + 1))
                   if max(picture.at(x, y)) - min(picture.at(x, y)) > 60)
    model, size = os.path.join(assets, 'capsule.glb'), (482, 240)
    plain = ('--edit', 'view grid off', *bend)
    twice = draw('capsule.glb', '--diff', model, *plain, size=size)
    off = sum(1 for y in range(40, 150) for x in range(0, 240)
              if any(abs(a - b) > 40 for a, b in zip(twice.at(x, y), twice.at(x + 242, y))))
    between(off, 0, 20, 'pixels in which the panes of one file differ')
    alone = draw('capsule.glb', *plain, size=size)
    between(len(twice.changed(alone)), 3000, 60000, 'pixels that a second pane changes')
    same = draw('capsule.glb', '--diff', model, '--show', 'apart', *plain, size=size)
    between(coloured(same, 0) + coloured(same, 1), 0, 30, 'coloured pixels where nothing differs')
    done = subprocess.run([binary, 'bind', model, '--method', 'segment', '-o', 'other.glb'], capture_output=True, text=True)
    check(done.returncode == 0, 'bindpose says: ' + done.stderr)
    other = draw('capsule.glb', '--diff', 'other.glb', '--show', 'apart', *plain, size=size)
    between(coloured(other, 0), 100, 20000, 'coloured pixels of A')
    between(coloured(other, 1), 100, 20000, 'coloured pixels of B')
    bind = draw('capsule.glb', '--diff', 'other.glb', '--show', 'apart', '--bind', '--no-skeleton', '--edit', 'view grid off', size=size)
    between(coloured(bind, 0) + coloured(bind, 1), 0, 30, 'coloured pixels in the bind pose, where weights move nothing')
    one = draw('capsule.glb', '--diff', 'other.glb', '--show', 'apart', '--panes', '1', *plain, size=size)
    between(len(one.changed(other)), 3000, 80000, 'pixels that change where A is shown alone')


CASES = {c.__name__: c for c in (same, light, hide, skeleton, tone, normals, needles, screw, hatching, presenter, orbit,
                                 two_files)}

if __name__ == '__main__':
    folder = tempfile.mkdtemp(prefix='bindpose_pictures_')
    os.chdir(folder)
    try:
        CASES[sys.argv[3]]()
    finally:
        shutil.rmtree(folder)
