// Curves of quantities over a slider, with a line where it is now.

const CURVES = {width: 340, height: 150, left: 38, right: 8, top: 8, bottom: 22};

// Its name is an address, which a page that asks for nothing need not hold.
const SVG = (() => {
  const parsed = document.createElement("template");
  parsed.innerHTML = "<svg></svg>";
  return parsed.content.firstChild.namespaceURI;
})();

function svg(tag, attributes, text) {
  const out = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) out.setAttribute(name, value);
  if (text !== undefined) out.textContent = text;
  return out;
}

// A round step, two to four of which reach as far as `span`.
function roundStep(span) {
  const power = 10 ** Math.floor(Math.log10(span / 2));
  for (const factor of [1, 2, 2.5, 5, 10]) if (span / (factor * power) <= 4) return factor * power;
  return 10 * power;
}

// The positions of all sliders along the one, where the others stand as in `position`.
function positionsAlong(step, position) {
  const along = step.curves.slider;
  let stride = 1;
  for (let k = 0; k < along; ++k) stride *= step.sliders[k].stops.length;
  const count = step.sliders[along].stops.length;
  const now = Math.floor(position / stride) % count, first = position - now * stride;
  return {now, list: Array.from({length: count}, (_, i) => first + i * stride)};
}

function showCurves(to, step, position) {
  to.replaceChildren();
  if (!step.curves) return;
  const {labels, title: measure, slider, at, values} = step.curves, c = CURVES;
  const {now, list} = positionsAlong(step, position);
  const lines = values.map((all) => list.map((p) => all[p]));
  const known = lines.flat().filter((v) => v !== null);
  if (known.length === 0) return;
  let low = Math.min(...known), high = Math.max(...known);
  const least = 0.02 - (high - low);  // what is all but level is not blown up
  if (least > 0) [low, high] = [low - least / 2, high + least / 2];
  const x = (value) => c.left + ((value - at[0]) / (at[at.length - 1] - at[0])) * (c.width - c.left - c.right);
  const y = (value) => c.height - c.bottom - ((value - low) / (high - low)) * (c.height - c.top - c.bottom);
  const title = `${labels.join("; ")} over ${step.sliders[slider].label}`;
  const picture = svg("svg", {viewBox: `0 0 ${c.width} ${c.height}`, role: "img", "aria-label": title});
  const between = roundStep(high - low), digits = Math.max(0, -Math.floor(Math.log10(between) + 1e-9));
  for (let v = Math.ceil(low / between) * between; v <= high + 1e-9; v += between) {
    picture.append(svg("line", {class: "axis", x1: c.left, x2: c.width - c.right, y1: y(v), y2: y(v)}));
    picture.append(svg("text", {x: c.left - 5, y: y(v) + 4, "text-anchor": "end"}, v.toFixed(digits)));
  }
  const stops = step.sliders[slider].stops, last = stops.length - 1;
  for (const [k, anchor] of [[0, "start"], [last, "end"]])
    picture.append(svg("text", {x: x(at[k]), y: c.height - 6, "text-anchor": anchor}, stops[k]));
  picture.append(svg("line", {class: "now", x1: x(at[now]), x2: x(at[now]), y1: c.top, y2: c.height - c.bottom}));
  const legend = element("ul", "swatches");
  lines.forEach((line, k) => {
    const ink = `var(--ink-${k % 6})`;
    let path = "";
    line.forEach((v, i) => {
      if (v === null) return;
      path += `${i === 0 || line[i - 1] === null ? "M" : "L"}${x(at[i]).toFixed(1)} ${y(v).toFixed(1)}`;
    });
    const drawn = svg("path", {d: path});
    drawn.style.stroke = ink;
    picture.append(drawn);
    const item = element("li"), swatch = element("span", "swatch");
    swatch.style.background = ink;
    item.append(swatch, element("span", "", labels[k]));
    if (line[now] !== null) {
      const dot = svg("circle", {cx: x(at[now]), cy: y(line[now]), r: 4});
      dot.style.fill = ink;
      picture.append(dot);
      item.append(element("span", "count", line[now].toFixed(3)));
    }
    legend.append(item);
  });
  if (measure) to.append(element("p", "measure", measure));
  to.append(picture, legend);
}
