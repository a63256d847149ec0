"""The command that `lesson NAME --text` prints of a step draws that step's picture: held to the one in its handout."""
import base64
import shlex
import subprocess

# The size, the colours and the letters of a handout's pictures.
LIKE_A_HANDOUT = ('--size', '960x720', '--light', '--scale', '1.75')

# 64 x 48 means of luminance of both pictures: so fine that a view that is turned by a few degrees tells.
MEANS = '''(async (pictures) => {
const out = [];
const stills = window.handout.page.figures.map((f) => f.stage.querySelector(".told-still") || f.stage.querySelector("img"));
const means = (image) => {
  const c = document.createElement("canvas");
  [c.width, c.height] = [64, 48];
  const to = c.getContext("2d", {willReadFrequently: true});
  to.imageSmoothingQuality = "high";
  to.drawImage(image, 0, 0, 64, 48);
  const data = to.getImageData(0, 0, 64, 48).data, list = [];
  for (let i = 0; i < data.length; i += 4) list.push((0.3 * data[i] + 0.59 * data[i + 1] + 0.11 * data[i + 2]) / 255);
  return list;
};
for (const [k, text] of pictures.entries()) {
  const image = new Image();
  image.src = "data:image/png;base64," + text;
  await Promise.all([image.decode(), stills[k].decode()]);
  out.push([means(image), means(stills[k])]);
}
return out;
})'''


def drawn(program, words, *more):
    """The PNG of a printed command, with more words; its own program and name of the picture are replaced."""
    subprocess.run([program, *words[1:-1], 'drawn.png', *more], check=True, capture_output=True)
    with open('drawn.png', 'rb') as f:
        return f.read()


def without(words, option):
    at = words.index(option) if option in words else None
    return words if at is None else words[:at] + words[at + 2:]


def check_commands(program, lesson, lines, browser, alike):
    """`lines`: the printed commands. A handout's picture has no large formula: that is drawn beside."""
    commands = [shlex.split(line) for line in lines]
    pictures = [drawn(program, without(words, '--formula'), *LIKE_A_HANDOUT) for words in commands]
    said = browser.ask(MEANS + '(' + repr([base64.b64encode(p).decode() for p in pictures]) + ')')
    for k, (own, still) in enumerate(said):
        likeness = alike(own, still)
        # What lies over the view as in the window, and moves the model aside, a handout has below its picture.
        assert likeness > (0.8 if 'walker' in lines[k] else 0.97), f'{lesson}, step {k + 1}: its command draws another picture ({likeness:.3f}): {lines[k]}'
    formulas = [k for k, words in enumerate(commands) if '--formula' in words]
    assert formulas, f'{lesson}: no step has a formula'
    for k in formulas:
        assert drawn(program, commands[k], *LIKE_A_HANDOUT) != pictures[k], f'{lesson}, step {k + 1}: no formula is drawn'
    assert any('--camera' in words for words in commands), f'{lesson}: no step has a camera'
