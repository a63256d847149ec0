"""What takes skinning apart, on the page of a handout: mistakes, chord and arc, the space walker.

Truth is reckoned here: from the arrays that `bindpose tables` writes (L, Ul, W, B, weights, points at bind), multiplied
as each mistake has it, and from closed forms of turns.
"""
import json
import math
import subprocess

MISTAKES = ('rest-for-bind', 'order-of-T', 'order-of-W', 'Ul-before-L', 'no-inverse-bind', 'bind-not-inverted', 'transposed')
POSE = ('joint forearm rotate 20 30 -40', 'joint hand rotate 0 35 0', 'joint upper_arm translate 0.1 0.05 0')

LESSON = '---\ntitle: Explained\nmodel: arm.glb\n---\n' + ''.join(f'''
## Mistake {name}

Wrong.

```step
base rest
{chr(10).join(POSE)}
view panes two compare lbs mistake {name}
pin arm 300
```
''' for name in MISTAKES) + '''
## Chord

```step
model capsule.glb
base bind
joint upper rotate 0 120 0
pin capsule 1116
view chord on skeleton off
slider Weight, 0.2 to 0.8 at 0.5: weights capsule 1116 lower {1-} upper {}
```

## One walks

```step
model capsule.glb
base bind
joint upper rotate 0 0 90
select upper
pin capsule 1116
view walker joint walker_at 0 ghosts selected surface off
slider Lean, -40 to 40 degrees at -20: joint lower rotate 0 0 {}
```

## One of three walks

```step
model capsule.glb
base bind
joint upper rotate 0 0 90
weights capsule 1116 upper 0.5 lower 0.3 ROOT 0.2
select upper
pin capsule 1116
view walker joint walker_at 0 ghosts selected surface off
slider Lean, -40 to 40 degrees at 0: joint lower rotate 0 0 {}
```

## All walk, led by a slider

```step
model capsule.glb
base bind
joint upper rotate 0 0 90
pin capsule 1116
view walker all surface off
slider Walk, 0 to 6 at 2: view walker all walker_at {}
```

## A question

```predict
ask Which?
option Left
right Right
```

Because.
'''

# What a page says in numbers comes as base64.
BYTES = 'const bytes = (list) => { let s = ""; for (const b of new Uint8Array(list.buffer)) s += String.fromCharCode(b); return btoa(s); };'

ASK = '(async () => {' + BYTES + '''
const page = window.handout.page, out = {mistakes: {}, chord: [], walks: []};
// Without a window there are few frames to wait for.
window.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 16);
const draw = (f) => { f.shown = true; f.draw(); };
for (const f of page.figures) {
  const view = f.step.view;
  if (view.mistake !== "none") {
    draw(f);
    out.mistakes[view.mistake] = {position: f.positions("lbs", view.mistake).map(bytes), right: f.positions("lbs").map(bytes),
      note: f.section.querySelector(".note").textContent, canvas: f.canvas.isConnected, label: page.data.mistakes[view.mistake]};
  } else if (view.chord === "on") {
    for (let at = 0; at < f.step.sliders[0].stops.length; ++at) {
      f.show(at); draw(f);
      const b = f.bindings(), now = {pose: f.pose(), bindings: b, palettes: f.palettes(f.pose(), b)};
      out.chord.push({...window.handout.chordOf(f.vertex(now, "lbs").terms), stop: f.step.sliders[0].stops[at], posed: f.vertex(now, "lbs").posed});
    }
    out.chordAlive = f.canvas.isConnected;
  } else if (view.walker !== "off") {
    draw(f);
    const w = f.walker, row = [], buttons = w.bar.querySelectorAll("button");
    for (let n = 0; n <= 2 * w.walk.last; ++n) {
      w.go(n / 2); f.draw();
      row.push({at: w.now(), words: w.words.textContent, numbers: w.numbers.textContent, legs: w.moment.legs.map((l) => ({...l}))});
    }
    w.go(0); f.draw();
    buttons[2].click(); f.draw();
    const on = w.now();
    buttons[2].click(); f.draw();
    buttons[0].click(); f.draw();
    const back = w.now();
    w.input.value = "2.96"; w.input.dispatchEvent(new Event("input")); f.draw();
    const dragged = w.now();
    w.input.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", cancelable: true})); f.draw();
    const keyed = w.now();
    w.go(w.walk.last - 0.02); buttons[1].click();
    for (let n = 0; n < 100 && w.now() < w.walk.last; ++n) await new Promise((done) => setTimeout(done, 50));
    f.draw();
    const played = w.now();
    let led = null;
    if (f.step.sliders[0].label === "Walk") { f.show(f.step.sliders[0].stops.length - 1); f.draw(); led = w.now(); }
    out.walks.push({row, on, back, dragged, keyed, played, led, last: w.walk.last, seen: !w.bar.hidden && w.bar.getBoundingClientRect().height > 0,
      alive: f.canvas.isConnected, weights: w.walk.legs.map((l) => l.weight), joints: w.walk.legs.map((l) => f.model.joints[l.joint])});
  }
}
return out;
})()'''


def times(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)] for r in range(4)]


def inverse(m):
    """Of an affine matrix."""
    a = [row[:3] for row in m[:3]]
    cof = [[a[(r + 1) % 3][(c + 1) % 3] * a[(r + 2) % 3][(c + 2) % 3] - a[(r + 1) % 3][(c + 2) % 3] * a[(r + 2) % 3][(c + 1) % 3]
            for c in range(3)] for r in range(3)]
    det = sum(a[0][c] * cof[0][c] for c in range(3))
    out = [[cof[c][r] / det for c in range(3)] for r in range(3)]
    shift = [m[r][3] for r in range(3)]
    return [out[r] + [-sum(out[r][k] * shift[k] for k in range(3))] for r in range(3)] + [[0, 0, 0, 1]]


def moved(m, p):
    return [sum(m[r][k] * p[k] for k in range(3)) + m[r][3] for r in range(3)]


def tables(program, folder, model, *pose):
    words = [w for edit in pose for w in ('--edit', edit)]
    subprocess.run([program, 'tables', model, *words, '--format', 'json', '-o', folder], check=True, capture_output=True)
    with open(folder + '/tables.json', encoding='utf-8') as f:
        return json.load(f)


def worlds(parent, own, before=False):
    out = []
    for p, m in zip(parent, own):
        out.append(m if p < 0 else times(m, out[p]) if before else times(out[p], m))
    return out


def mistaken(t, rest, name):
    """T of each slot, by the definition of the mistake (docs/take-apart.md)."""
    local = [times(l, u) for l, u in zip(t['L'], t['Ul'])]
    joint = [t['joints'].index(s['joint']) for s in t['slots']]
    world = {'order-of-W': lambda: worlds(t['parent'], local, before=True),
             'Ul-before-L': lambda: worlds(t['parent'], [times(u, l) for l, u in zip(t['L'], t['Ul'])])}.get(name, lambda: t['W'])()
    out = []
    for s, j in enumerate(joint):
        w, bind = world[j], t['B'][s]
        right = times(w, inverse(bind))
        flat = [[right[c][r] for c in range(3)] + [0] for r in range(3)] + [[0, 0, 0, 1]]
        out.append({'rest-for-bind': lambda: times(w, inverse(rest['W'][j])), 'order-of-T': lambda: times(inverse(bind), w),
                    'no-inverse-bind': lambda: w, 'bind-not-inverted': lambda: times(w, bind),
                    'transposed': lambda: flat}.get(name, lambda: right)())
    return out


def blended(t, skin):
    out = []
    for v, row in zip(t['vertices'], t['weights']):
        used = [(w, moved(skin[s], v)) for s, w in zip(row[::2], row[1::2])]  # slot and weight in turns
        out.append([sum(w * p[k] for w, p in used) for k in range(3)])
    return out


def check_mistakes(program, assets, said, same_points):
    """Each to 1e-4, and the right surface as the program poses it."""
    t = tables(program, 'posed', assets + '/arm.glb', 'base rest', *POSE)
    rest = tables(program, 'resting', assets + '/arm.glb', 'base rest')
    apart = max(abs(a - b) for p, q in zip(blended(t, t['T']), t['vertices_posed']) for a, b in zip(p, q))
    assert apart < 1e-4, f'what is reckoned here is off by {apart} itself'
    assert sorted(said) == sorted(MISTAKES), said.keys()
    for name, page in said.items():
        assert page['canvas'] and not page['note'] and page['label'], f'{name}: is not drawn: {page["note"]}'
        same_points(blended(t, mistaken(t, rest, name)), page['position'], name)
        assert page['position'] != page['right'], f'{name}: nothing is wrong'


def check_chord(said):
    assert len(said) > 20
    for c in said:
        p = c['part']
        assert abs(c['degrees'] - 120) < 1e-3 and abs(c['radius'] - 0.25) < 1e-5, c
        left = math.sqrt(1 - 2 * p * (1 - p) * (1 - math.cos(math.radians(120))))
        assert abs(c['left'] / c['radius'] - left) < 1e-4, (c['left'], left)
        assert max(abs(a - b) for a, b in zip(c['blend'], c['posed'])) < 1e-5, 'the blend is the vertex'
        assert all(abs(math.hypot(q[0], q[2]) - 0.25) < 1e-5 for q in c['arc']), 'the arc is one'
        assert abs(math.hypot(c['turned'][0], c['turned'][2]) - 0.25) < 1e-5
        assert c['label'] == f'{left:.2f} of the radius left, ends 120.0\u00b0 apart', c['label']


def turn(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def shift(x, y, z):
    return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]


def near(a, b, what):
    assert max(abs(x - y) for x, y in zip(a, b)) < 1e-4, f'{what}: {a}, wanted {b}'


def cells(p):
    return ''.join(f'{x + 0.0:.3f}'.replace('-0.000', '0.000').replace('-', '\u2212') for x in p)


def check_walks(program, assets, one, of_three, several):
    """The capsule: ROOT at the origin, lower there, too, upper one metre above; upper is turned by 90 degrees about z."""
    v = tables(program, 'capsule', assets + '/capsule.glb', 'base bind')['vertices'][1116]
    for walk in (one, of_three, several):
        assert walk['seen'] and walk['alive'], 'the bar is there'
        assert (walk['on'], walk['back']) == (1, 1), 'on, on, back'
        assert walk['dragged'] == 3 and abs(walk['keyed'] - 3.1) < 1e-9, 'whole stages hold the slider'
        assert walk['played'] == walk['last'] == 6, walk['played']
    at = {r['at']: r for r in one['row']}
    lean, bent, up = turn(-20), turn(90), shift(0, 1, 0)
    bone = moved(shift(0, -1, 0), v)
    near(at[0]['legs'][0]['point'], v, 'bind')
    near(at[0.5]['legs'][0]['point'], moved(shift(0, -0.5, 0), v), 'half of a shift')
    near(at[1]['legs'][0]['point'], bone, 'in the bone')
    # A quarter turn and a shift by (0, 1, 0) is a turn about (-0.5, 0.5): half of it is one by 45 degrees about that.
    near(at[1.5]['legs'][0]['point'], moved(times(shift(-0.5, 0.5, 0), times(turn(45), shift(0.5, -0.5, 0))), bone), 'half of L Ul')
    local = moved(times(up, bent), bone)
    near(at[2]['legs'][0]['point'], local, 'in the frame of lower')
    world = moved(lean, local)
    near(at[3]['legs'][0]['point'], world, 'behind lower')
    near(at[4]['legs'][0]['point'], world, 'in the world')
    near(at[5]['legs'][0]['point'], [x * one['weights'][0] for x in world], 'weighted')
    other = moved(lean, v)
    w = one['weights'][0]
    whole = [w * a + (1 - w) * b for a, b in zip(world, other)]
    near(at[6]['legs'][0]['point'], whole, 'summed')
    # A weight and a candidate each: what is weighted already would be taken for a candidate.
    assert f'={w:.2f}{cells(world)}+{1 - w:.2f}{cells(other)}={cells(whole)}' in at[6]['numbers'], at[6]['numbers']
    told = of_three['row'][-1]['numbers']
    assert f'=0.50{cells(local)}+{cells([0.5 * x for x in v])}by the others=' in told, told
    assert 'frame of upper at bind' in at[1]['words'] and at[4]['words'].endswith('into the world'), at[1]['words']
    assert f'{world[0]:.3f}'.replace('-', '\u2212') in at[4]['numbers'], at[4]['numbers']
    at = {r['at']: r for r in several['row']}
    assert several['joints'] == ['lower', 'upper'] or several['joints'] == ['upper', 'lower'], several['joints']
    k = several['joints'].index('upper')
    near(at[2]['legs'][1 - k]['point'], v, 'lower waits in its own frame')
    half = [0.5 * (a + b) for a, b in zip(v, moved(times(up, bent), bone))]
    near(several['weights'], [0.5, 0.5], 'one half each')
    near(at[6]['legs'][1]['point'], half, 'all summed')
    assert several['led'] == 6, 'the slider of the step leads'


def check_explained(program, assets, browser, same_points):
    said = browser.ask(ASK)
    assert not browser.problems, browser.problems
    check_mistakes(program, assets, said['mistakes'], same_points)
    assert said['chordAlive'], 'chord and arc are drawn'
    check_chord(said['chord'])
    check_walks(program, assets, *said['walks'])
