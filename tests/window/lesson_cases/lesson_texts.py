"""Lessons that are written for the cases."""



def open_steps(p, number):
    """On to the step with that number, from 0."""
    while p.settled()['lesson'].split()[0] != str(number):
        at = p.state()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at, 'Page down goes a step on')


OWN = """---
title: Own
model: capsule.glb
---

## A step

See [the paper](https://example.org/a?b=c&d=$%28touch%20x%29) and a figure, {joints = 3}.

| joint | number |
|:--|--:|
| `lower` | {vertices = 2253} |

![None](missing.png)
"""
COURSE = '---\ncourse: Two\n---\n- one-vertex\n- any.md\n'
ANY = '---\ntitle: Of any\n---\n\n## A\n\nText.\n'
SPOKEN = """---
title: Spoken
model: arm.glb
minutes: 20
---

## One

Look.

```notes
Ask who has **seen** this, and wait.
```

## Two

It turns.

```predict
ask Which?
option Left
right Right
```

Because.

## Three

```predict
ask Where?
place joint hand within 3
then joint forearm rotate 60 0 0
```

There, bent by {slider}.

```step
joint forearm rotate 40 0 0
slider Bend, 0 to 90 degrees at 20: joint upper_arm rotate {} 0 0
```
"""
DIGITS = """---
title: Digits
model: arm.glb
---

## One

```predict
ask How many?
number joints = 1 within 100
```

## Two

```predict
ask Which?
option Left
right Right
option None
```
"""
