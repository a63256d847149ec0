#!/usr/bin/env python3
"""What `bindpose render` makes of films and of backgrounds: films.py BINDPOSE ASSETS CASE. As pictures.py."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from pictures import Picture, SIZE, assets, between, binary, check, draw

CAPSULE = ('capsule.glb', '--no-skeleton')


def film(model, out, *options, size=SIZE, good=True, path=None):
    """Standard error; fails where the exit code is not as expected."""
    words = [binary, 'render', os.path.join(assets, model), '-o', out, '--size', '%dx%d' % size]
    environment = dict(os.environ) if path is None else dict(os.environ, PATH=path)
    done = subprocess.run(words + list(options), capture_output=True, text=True, env=environment)
    check((done.returncode == 0) == good, 'exit code %d: %s' % (done.returncode, done.stderr))
    return done.stderr


def frames(folder):
    names = sorted(os.listdir(folder))
    check(names == ['%04d.png' % (i + 1) for i in range(len(names))], 'the frames are named ' + ' '.join(names))
    return [Picture(os.path.join(folder, name)) for name in names]


def pixel(picture, x, y):
    return picture.rows[y][picture.channels * x:picture.channels * (x + 1)]


def transparent():
    """Laid over the theme's empty ground, the cut-out is the picture that the theme has, soft edges too."""
    no_ground = ('--edit', 'view grid off')
    for theme in (), ('--light',):
        # Needles and dots are half covered in many places.
        words = ('capsule.glb', *theme, '--edit', 'pin capsule 1238')
        cut = draw(*words, '--background', 'transparent')
        check(cut.channels == 4, 'the picture has no alpha')
        there, empty = draw(*words, *no_ground), draw('capsule.glb', *theme, '--hide', 'capsule', '--no-skeleton', *no_ground)
        covered = soft = worst = 0
        for y in range(SIZE[1]):
            for x in range(SIZE[0]):
                if x > 160 and y > 85:  # the axes in the corner are in both
                    continue
                red, green, blue, alpha = pixel(cut, x, y)
                covered += alpha == 255
                soft += 0 < alpha < 255
                for c, below, seen in zip((red, green, blue), empty.at(x, y), there.at(x, y)):
                    worst = max(worst, abs(c * alpha / 255 + below * (255 - alpha) / 255 - seen))
        between(covered, 1500, 20000, 'pixels that are covered')
        between(soft, 60, 4000, 'pixels of soft edges')
        # Edges fainter than 8 of 255 are not smoothed, and what is faint hangs on what is behind.
        between(worst, 0, 8, 'largest difference to the picture with a background')
    check(pixel(cut, 2, 2)[3] == 0, 'the corner is covered')


def supersample():
    """As the picture of twice the size, each pixel the mean of four."""
    words = (*CAPSULE, '--edit', 'joint upper rotate 0 60 0')
    fine = draw(*words, '--supersample', '2')
    large = draw(*words, '--scale', '2', size=(2 * SIZE[0], 2 * SIZE[1]))
    worst = 0
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            four = [large.at(2 * x + dx, 2 * y + dy) for dy in (0, 1) for dx in (0, 1)]
            for k, value in enumerate(fine.at(x, y)):
                worst = max(worst, abs(sum(p[k] for p in four) / 4 - value))
    between(worst, 0, 0.51, 'largest difference to the mean')


def turntable():
    """Each frame another one, the model in the middle of each and whole; the second half is not the first."""
    film('ogre.glb', 'turn/', '--turntable', '1', '--fps', '6', '--background', 'transparent', '--no-skeleton')
    turn = frames('turn')
    check(len(turn) == 6, '%d frames' % len(turn))
    for i, picture in enumerate(turn):
        check(len(picture.changed(turn[i - 1])) > 500, 'frame %d is as the one before' % i)
        seen = [(x, y) for y in range(SIZE[1]) for x in range(SIZE[0])
                if pixel(picture, x, y)[3] > 0 and not (x > 170 and y > 110)]
        columns, rows = [x for x, y in seen], [y for x, y in seen]
        between(min(columns), 2, 110, 'left side in frame %d' % i)
        between(max(columns), 110, SIZE[0] - 3, 'right side in frame %d' % i)
        between(min(rows), 2, 60, 'top in frame %d' % i)
        between(max(rows), 120, SIZE[1] - 3, 'bottom in frame %d' % i)


def clip():
    """A frame of the film is the picture of its time."""
    film('capsule.glb', 'bend/', '--clip', 'bend', '--frames', '12:12', '--from', 'front')
    one = frames('bend')
    check(len(one) == 1, '%d frames' % len(one))
    still = draw('capsule.glb', '--clip', 'bend', '--time', '0.4', '--from', 'front')
    between(len(one[0].changed(still, 8)), 0, 30, 'pixels that differ from the picture at 12 / 30 seconds')
    film('capsule.glb', 'bend/', '--clip', 'bend', '--frames', '0:20', '--fps', '6', '--from', 'front')
    check(len(frames('bend')) == 4, '21 frames at 30 a second are 4 at 6')
    words = '--clip', 'wave', '--fade', 'idle', '0.6'
    film('ogre.glb', 'fade/', *words, '--frames', '24:24', '--from', 'front')
    still = draw('ogre.glb', *words, '--time', '0.8', '--from', 'front')
    between(len(frames('fade')[0].changed(still, 8)), 0, 30, 'pixels that differ from the faded picture')
    wave = draw('ogre.glb', '--clip', 'wave', '--time', '0.8', '--from', 'front')
    between(len(wave.changed(still, 8)), 300, 1e9, 'pixels that the fade changes')


LESSON = """---
title: Bent
model: capsule.glb
---

## A

One two.

```predict
ask Which?
option Left
right Right
```

So.

```step
slider Bend, 0 to 90 degrees at 0: joint upper rotate 0 0 {}
```

## B

The end.
"""


def lesson():
    """Steps, question, answer and slider, each as long as it takes; what rests is the same picture again."""
    with open('bent.md', 'w', encoding='utf-8') as f:
        f.write(LESSON)
    fps, size = 4, (480, 360)
    words = [binary, 'lesson', 'bent.md', '--film', 'film/', '--size', '%dx%d' % size, '--fps', str(fps)]
    done = subprocess.run(words, capture_output=True, text=True)
    check(done.returncode == 0 and not done.stderr, '%d: %s' % (done.returncode, done.stderr))
    shown = frames('film')
    word = 60 / 170
    parts = [round(fps * seconds) for seconds in (2 + 5 * word + 4, 2 + word, 6, 2 + 2 * word)]
    check(len(shown) == sum(parts), '%d frames, not %d' % (len(shown), sum(parts)))
    ends = [sum(parts[:k + 1]) for k in range(4)]
    asked, answered, back, second = (shown[end - 1] for end in ends)
    check(not asked.changed(shown[fps * 3], 0), 'the question stands still')
    between(len(asked.changed(answered, 8)), 200, 1e9, 'pixels that the answer changes')
    check(not answered.changed(back, 8), 'the slider ends where it began')
    bent = shown[ends[1] + parts[2] // 2 - 1]
    between(len(answered.changed(bent, 8)), 1000, 1e9, 'pixels that the bend changes half way')
    between(len(back.changed(second, 8)), 200, 1e9, 'pixels that the next step changes')
    subprocess.run([binary, 'lesson', 'bent.md', '--render-steps', 'steps', '--presenter', '--size', '%dx%d' % size], check=True, capture_output=True)
    for last, name in (asked, '01'), (answered, '01-answer'), (second, '02'):
        still = Picture(os.path.join('steps', name + '.png'))
        between(len(last.changed(still, 8)), 0, 30, 'pixels of frame and picture %s that differ' % name)
    done = subprocess.run([binary, 'lesson', 'bent.md', '--film', 'a.mp4'], capture_output=True, text=True, env=dict(os.environ, PATH='/nowhere'))
    check(done.returncode != 0 and 'ffmpeg, which is not installed' in done.stderr, 'it says: ' + done.stderr)


WALK = """---
title: Walk
model: capsule.glb
---

## A

One.

```step
base bind
pin capsule 1116
joint upper rotate 0 0 90
view walker all walker_at 0
```
"""


def filmed(text, *words):
    """The frames of a lesson, and what was said."""
    with open('filmed.md', 'w', encoding='utf-8') as f:
        f.write(text)
    shutil.rmtree('film', ignore_errors=True)
    done = subprocess.run([binary, 'lesson', 'filmed.md', '--film', 'film/', *words], capture_output=True, text=True)
    check(done.returncode == 0, '%d: %s' % (done.returncode, done.stderr))
    return frames('film'), done.stderr


def lesson_walk():
    """The space walker goes through its stages, three seconds each, and rests at every one."""
    fps = 4
    shown, said = filmed(WALK, '--size', '480x360', '--fps', str(fps))
    check(not said, said)
    read = round(fps * (2 + 60 / 170))
    walk = len(shown) - read
    check(walk % (3 * fps) == 0 and walk >= 5 * 3 * fps, '%d frames of the walk' % walk)
    ends = [shown[read + 3 * fps * (k + 1) - 1] for k in range(walk // (3 * fps))]
    for k, (one, other) in enumerate(zip([shown[read - 1]] + ends, ends)):
        between(len(one.changed(other, 8)), 50, 1e9, 'pixels that stage %d changes' % (k + 1))
        check(not other.changed(shown[read + 3 * fps * (k + 1) - 2], 0), 'it does not rest at stage %d' % (k + 1))


def lesson_small():
    """Nobody can scroll in a film: in a small one the interface is smaller, and what has no room even so is told."""
    text = '---\ntitle: Long\nmodel: capsule.glb\n---\n\n## A\n\n' + 'Many words and more of them. ' * 9 + '\n\n```predict\nask Do you read the last word of it, which is %s?\noption Left\nright Right\n```\n\nSo.\n'
    words = '--size', '640x360', '--fps', '1'
    (one, said), (other, _) = filmed(text % 'WWWW', *words), filmed(text % 'iiii', *words)
    check(not said, said)
    between(len(one[0].changed(other[0], 30)), 20, 1e9, 'pixels that the last word of the question changes')
    said = filmed(text % 'so', '--size', '160x90', '--fps', '1')[1]
    check('note: text is cut off in a film of 160x90' in said and 'larger --size' in said and said.count('\n') == 1, 'it says: ' + said)


def cancel():
    """Ctrl+C leaves nothing, and what was there stays."""
    os.mkdir('there')
    os.chdir('there')
    open('long.gif', 'w').write('mine')
    words = [binary, 'render', os.path.join(assets, 'capsule.glb'), '--size', '64x48', '--turntable', '100']
    for out, left in ('long.gif', ['long.gif']), ('long/', ['long.gif']):
        running = subprocess.Popen(words + ['-o', out], stderr=subprocess.PIPE, text=True)
        while len(os.listdir('.')) < 2 and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        said = running.communicate()[1]
        check(running.returncode == 130, 'exit code %d: %s' % (running.returncode, said))
        check('cancelled; ' + out + ' was not written' in said, 'it says: ' + said)
        check(os.listdir('.') == left, 'left behind: ' + ' '.join(os.listdir('.')))
    check(open('long.gif').read() == 'mine', 'the old file is gone')


def listens_for(process, number):
    """Whether it has a handler for that signal: before that it just ends."""
    with open('/proc/%d/status' % process.pid) as status:
        caught = [line.split()[1] for line in status if line.startswith('SigCgt:')]
    return bool(caught) and int(caught[0], 16) >> (number - 1) & 1 == 1


def interrupt():
    """Of what is no film as well, and it is said."""
    running = subprocess.Popen([binary, 'render', os.path.join(assets, 'ogre.glb'), '-o', 'x.png'], stderr=subprocess.PIPE, text=True)
    while not listens_for(running, signal.SIGINT) and running.poll() is None:
        time.sleep(0.001)
    running.send_signal(signal.SIGINT)
    said = running.communicate()[1]
    check(running.returncode == 130, 'exit code %d: %s' % (running.returncode, said))
    check(said == 'bindpose: interrupted; nothing is left half written\n', 'it says: ' + said)
    check(not os.listdir('.'), 'left behind: ' + ' '.join(os.listdir('.')))


def no_ffmpeg():
    """Without the program nothing is drawn, and its name is said."""
    for out in 'a.mp4', 'a.webm':
        said = film('capsule.glb', out, '--turntable', '1', good=False, path='/nowhere')
        check('ffmpeg, which is not installed' in said and said.count('\n') == 1, 'it says: ' + said)
    check(not os.listdir('.'), 'left behind: ' + ' '.join(os.listdir('.')))


CASES = {c.__name__: c for c in (transparent, supersample, turntable, clip, cancel, interrupt, no_ffmpeg, lesson, lesson_walk, lesson_small)}

if __name__ == '__main__':
    folder = tempfile.mkdtemp(prefix='bindpose_films_')
    os.chdir(folder)
    try:
        CASES[sys.argv[3]]()
    finally:
        shutil.rmtree(folder)
