"""What few and rounded weights cost, on the page of a handout: the maps of a limit and of an engine.

Truth is reckoned here, from the arrays that `bindpose tables` writes; half floats are those of Python's struct.
"""
import base64
import math
import struct

from handout_explained import BYTES, POSE, blended, moved, tables

FORMATS = ('float', 'half', 'unorm16', 'unorm8')
SUMS = ('whole', 'loose')

STEP = '''
## {title}

At most {{{cost} cost largest}}.

```step
base rest
{pose}
view {view}
slider Kept, 1 to 8 by 1 at 3: view {slider} {{}}
```
'''


def step(title, cost, view, slider):
    return STEP.format(title=title, cost=cost, pose='\n'.join(POSE), view=view, slider=slider)


LESSON = '---\ntitle: Kept\nmodel: arm.glb\n---\n' + step('A limit', 'limit', 'show limit limit 3', 'limit') + ''.join(
    step(f'{form} {sums}', 'engine', f'show engine engine_keep 3 engine_format {form} engine_sums {sums}', 'engine_keep')
    for form in FORMATS for sums in SUMS) + step('Drawn so', 'engine', 'engine on engine_keep 1 engine_format unorm8 engine_sums loose', 'engine_keep') + '''
## Asked

```predict
ask Which?
option Left
right Right
```

Because.
'''

ASK = '(async () => {' + BYTES + '''
return window.handout.page.figures.filter((f) => f.step.sliders.length > 0).map((f) => {
  const out = {view: f.step.view, note: f.section.querySelector(".note").textContent, canvas: null, kept: []};
  for (let at = 0; at < f.step.sliders[0].stops.length; ++at) {
    f.shown = true; f.show(at); f.draw();
    out.kept.push({n: Number(f.step.sliders[0].stops[at]), figure: f.section.querySelector("data.figure").textContent,
      values: f.map ? f.map.values.map(bytes) : null, title: f.map ? f.map.legend.title : "", told: f.map ? f.map.legend.note : ""});
  }
  out.canvas = f.canvas.isConnected;
  return out;
});
})()'''


def kept(row, n, form, whole):
    """[(slot, weight), ...] as an engine has them."""
    row = sorted(zip(row[::2], row[1::2]), key=lambda e: -e[1])[:n]
    if whole:
        total = sum(w for _, w in row)
        row = [(s, w / total) for s, w in row]
    if form == 'half':
        return [(s, struct.unpack('e', struct.pack('e', w))[0]) for s, w in row]
    if form == 'float':
        return row
    steps = 255 if form == 'unorm8' else 65535
    whole_numbers = [round(w * steps) for _, w in row]
    if whole:
        whole_numbers[0] += steps - sum(whole_numbers)
    return [(s, k / steps) for (s, _), k in zip(row, whole_numbers)]


class Costs:
    """What each vertex moves by where others than all of its weights count. Where its slots take it is reckoned once."""

    def __init__(self, t):
        self.rows = t['weights']
        self.right = blended(t, t['T'])
        self.taken = [{s: moved(t['T'][s], v) for s in row[::2]} for v, row in zip(t['vertices'], self.rows)]

    def of(self, n, form, whole):
        out = []
        for row, p, taken in zip(self.rows, self.right, self.taken):
            used = kept(row, n, form, whole)
            # Halves that do not quite add up to 1 are taken as they are where all else is.
            part = 1 / sum(w for _, w in used) if whole and form == 'half' else 1
            out.append(math.dist(p, [sum(part * w * taken[s][k] for s, w in used) for k in (0, 1, 2)]))
        return out


def check_kept(program, assets, browser):
    said = browser.ask(ASK)
    assert not browser.problems, browser.problems
    assert len(said) == 2 + len(FORMATS) * len(SUMS), len(said)
    t = tables(program, 'kept', assets + '/arm.glb', 'base rest', *POSE)
    costs, worst = Costs(t), 0
    for page in said:
        view = page['view']
        what = f'{view["show"]}, {view["engine_format"]}, {view["engine_sums"]}'
        assert page['canvas'] and not page['note'], f'{what}: it is not drawn: {page["note"]}'
        if view['engine'] == 'on':
            continue  # its picture is held to the program's
        limit = view['show'] == 'limit'
        assert [k['n'] for k in page['kept']] == list(range(1, 9)), page['kept']
        for k in page['kept']:
            wanted = costs.of(k['n'], 'float' if limit else view['engine_format'], limit or view['engine_sums'] == 'whole')
            values = [x for mesh in map(base64.b64decode, k['values']) for x in struct.unpack(f'<{len(mesh) // 4}f', mesh)[::3]]
            assert len(values) == len(wanted), (len(values), len(wanted))
            off = max(abs(a - b) for a, b in zip(values, wanted))
            worst = max(worst, off)
            assert off < 1e-5, f'{what}, {k["n"]} kept: a vertex is off by {off}; the largest is {max(wanted)}'
            number, unit = k['figure'].split()
            assert abs(float(number) / {'mm': 1000, 'cm': 100, 'm': 1}[unit] - max(wanted)) < 1e-3, f'{what}: {k["figure"]}, {max(wanted)}'
            if max(wanted) < 1e-6:
                assert k['told'] == 'No vertex moves.', k['told']
        first = page['kept'][0]['title']
        assert ('1 influence,' in first) if limit else ('largest weight alone' in first), first
    print(f'kept.md: costs to {worst:.1e}')
