// The large formula with the numbers of the moment, as MathML.

const MATH = "http://www.w3.org/1998/Math/MathML";

function node(tag, children = [], attributes = {}) {
  const out = document.createElementNS(MATH, tag);
  for (const child of [].concat(children)) out.append(child);
  for (const [name, value] of Object.entries(attributes)) out.setAttribute(name, value);
  return out;
}

const upright = (text) => node("mi", text, {mathvariant: "normal"});
const slanted = (text) => node("mi", text);
const sign = (text) => node("mo", text);
const row = (...parts) => node("mrow", parts);
const gap = (width = "0.3em") => node("mspace", [], {width});
const joined = (parts, between) => parts.flatMap((p, k) => (k === 0 ? [p] : [between(), p]));

// A number with so many decimals; -0 is 0.
function digits(x, decimals) {
  const text = x.toFixed(decimals);
  return (Number(text) === 0 ? (0).toFixed(decimals) : text).replace("-", "\u2212");
}
const number = (x, decimals = 2) => node("mn", digits(x, decimals));

// Names as an index, shortened where they are long.
const index = (name) => upright(name.length > 14 ? name.slice(0, 13) + "\u2026" : name);
const letter = (text, sub, sup) =>
  sup ? node("msubsup", [upright(text), sub, sup]) : node("msub", [upright(text), sub]);

// Three rows of four; the last one, 0 0 0 1, is said below, or stands there where it multiplies a point.
function matrix(m, color, whole = false) {
  const rows = [0, 1, 2].map((r) => node("mtr", [0, 1, 2, 3].map((c) => node("mtd", number(m[4 * r + c])))));
  if (whole) rows.push(node("mtr", [0, 0, 0, 1].map((x) => node("mtd", number(x, 0)))));
  const out = node("mtable", rows, {class: "matrix"});
  if (color) out.style.color = color;
  return out;
}

// `whole`: with the 1 that a matrix of four columns multiplies.
function point(p, color, decimals = 3, whole = false) {
  const rows = p.map((x) => node("mtr", node("mtd", number(x, decimals))));
  if (whole) rows.push(node("mtr", node("mtd", number(1, 0))));
  const out = node("mtable", rows, {class: "matrix"});
  if (color) out.style.color = color;
  return out;
}

// Joint colours that can be read on the page's ground.
function ink(model, joint, dark) {
  const lab = toOklab(jointRgb(model, joint));
  const l = dark ? Math.max(lab[0], 0.78) : Math.min(lab[0], 0.52);
  return `oklab(${l} ${lab[1]} ${lab[2]})`;
}

const sum = () => node("munder", [sign("\u2211"), slanted("j")]);
const w = (name) => node("msub", [slanted("w"), row(slanted("i"), ...(name ? [sign(","), index(name)] : [slanted("j")]))]);
const ofJ = (text) => letter(text, slanted("j"));
const parent = () => row(slanted("p"), sign("("), slanted("j"), sign(")"));
const userLocal = (sub) => node("msub", [upright("Ul"), sub]);
const inverse = () => row(sign("\u2212"), node("mn", "1"));
const prime = () => sign("\u2032");

// Lines of a formula: the letters, then the numbers. `now`: see figure.js.
const FORMULAS = {
  world(now) {
    const {model, step, pose} = now, j = step.selected, p = model.parent[j];
    const own = ink(model, j, now.dark);
    const letters = [ofJ("W"), sign("=")];
    const numbers = [matrix(pose.world[j], own), sign("=")];
    if (p >= 0) {
      letters.push(letter("W", parent()), gap());
      numbers.push(matrix(pose.world[p], ink(model, p, now.dark)), gap());
    }
    letters.push(ofJ("L"), gap(), userLocal(slanted("j")));
    numbers.push(matrix(pose.base[j], own), gap(), matrix(pose.user[j], own));
    return [letters, numbers];
  },
  skin(now) {
    const {model, step, pose} = now, j = step.selected;
    const letters = [ofJ("T"), sign("="), ofJ("W"), gap(), letter("B", slanted("j"), inverse())];
    for (const [m, binding] of now.bindings.entries()) {
      const s = binding.joint.indexOf(j);
      if (s < 0) continue;
      const t = now.palettes[m][s], same = isIdentity(t), own = ink(model, j, now.dark);
      return [letters, [matrix(t, own), sign("="), matrix(pose.world[j], own), gap(),
        matrix(rowsAt(binding.inverse, s), own), sign(same ? "=" : "\u2260"), upright("I")]];
    }
    return [letters];
  },
  vertex(now) {
    const v = () => node("msubsup", [slanted("v"), slanted("i"), prime()]);
    const linear = now.method === "lbs";
    const letters = linear
      ? [v(), sign("="), sum(), w(), gap("0.17em"), ofJ("T"), gap("0.17em"), node("msub", [slanted("v"), slanted("i")])]
      : now.method === "rigid"
        ? [v(), sign("="), ofJ("T"), gap("0.17em"), node("msub", [slanted("v"), slanted("i")])]
        : [v(), sign("="), slanted("f"), sign("("), w(), sign(","), ofJ("T"), sign(","), node("msub", [slanted("v"), slanted("i")]), sign(")")];
    if (!now.vertex) return [letters];
    const numbers = [point(now.vertex.posed)];
    if (linear || now.method === "rigid") {
      numbers.push(sign("="));
      const terms = now.vertex.terms.slice(0, linear ? 4 : 1).map((t) => {
        const candidate = point(t.candidate, ink(now.model, t.joint, now.dark));
        return linear ? row(number(t.weight), gap("0.2em"), candidate) : candidate;
      });
      numbers.push(...joined(terms, () => sign("+")));
      if (linear && now.vertex.terms.length > 4) numbers.push(sign("+"), sign("\u22ef"));
    }
    return [letters, numbers];
  },
  normal(now) {
    const plain = now.view.normals === "plain";
    const n = () => node("msubsup", [slanted("n"), slanted("i"), prime()]);
    const letters = [upright("M"), sign("="), sum(), w(), gap("0.17em"), ofJ("T"), gap("1.6em"), n(), sign("\u221d"),
      plain ? upright("M") : node("msup", [upright("M"), row(sign("\u2212"), slanted("T"))]), gap("0.17em"), node("msub", [slanted("n"), slanted("i")])];
    if (!now.vertex || !now.vertex.normals) return [letters];
    const list = now.vertex.normals, shown = plain ? list.plain : list.usual;
    const numbers = [n(), sign("="), point(shown)];
    if (list.exact) {
      const off = (Math.atan2(size(cross(shown, list.exact)), dot(shown, list.exact)) * 180) / Math.PI;
      numbers.push(gap("0.8em"), node("mtext", `off by ${digits(off, 1)}\u00b0`));
    }
    return [letters, numbers];
  },
  rigid(now) {
    const {model, step} = now, j = step.selected, p = model.parent[j];
    const q = () => letter("Q", slanted("j")), qp = () => letter("Q", parent());
    const letters = [q(), sign("="), ...(p >= 0 ? [qp(), gap("0.17em")] : []), node("msub", [slanted("q"), slanted("j")])];
    const turn = (t) => quaternion(orthogonalPart(t));
    const find = (joint) => {
      for (const [m, b] of now.bindings.entries()) {
        const s = b.joint.indexOf(joint);
        if (s >= 0) return now.palettes[m][s];
      }
      return null;
    };
    const t = find(j);
    if (!t) return [letters];
    const [x, y, z, s] = turn(t);
    const four = (list) => row(sign("("), ...joined(list.map((c) => number(c, 3)), () => sign(",")), sign(")"));
    return [letters, [q(), sign("="), four([s, x, y, z])],
      [node("msub", [slanted("t"), slanted("j")]), sign("="), four(column(t, 3))]];
  },
  chain(now) {
    const {model, step, pose} = now, chain = [];
    for (let j = step.selected; j >= 0; j = model.parent[j]) chain.unshift(j);
    const letters = [letter("W", index(model.joints[step.selected])), sign("=")];
    chain.forEach((j, k) => {
      if (chain.length > 6 && k > 0 && k < chain.length - 4) {
        if (k === 1) letters.push(sign("\u22ef"), gap());
        return;
      }
      const factor = [letter("L", index(model.joints[j]))];
      if (!isIdentity(pose.user[j])) factor.push(gap("0.17em"), userLocal(index(model.joints[j])));
      const part = row(...factor);
      part.style.color = ink(model, j, now.dark);
      letters.push(part, gap());
    });
    const j = step.selected, p = model.parent[j], own = ink(model, j, now.dark);
    const numbers = [matrix(pose.world[j], own), sign("=")];
    if (p >= 0) numbers.push(matrix(pose.world[p], ink(model, p, now.dark)), gap());
    numbers.push(matrix(pose.base[j], own));
    if (!isIdentity(pose.user[j])) numbers.push(gap(), matrix(pose.user[j], own));
    return [letters, numbers];
  },
  weights(now) {
    const raw = (sub) => node("msub", [slanted("\u0175"), sub]), ij = () => row(slanted("i"), slanted("j"));
    const r = () => node("msub", [slanted("r"), slanted("j")]);
    const letters = [raw(ij()), sign("="), upright("max"), sign("("), node("mn", "0"), sign(","), r(), sign("\u2212"),
      node("msub", [slanted("d"), ij()]), sign(")"), sign("/"), r(), gap("1.6em"), w(), sign("="), raw(ij()), sign("/"),
      node("munder", [sign("\u2211"), slanted("k")]), raw(row(slanted("i"), slanted("k")))];
    const cm = 100 * now.model.metres, list = now.distances.slice(0, 4);
    if (list.length === 0) return [letters];
    const total = list[0].total;
    const rows = list.map((d) => {
      const off = [number(d.reach * cm), sign("\u2212"), number(d.distance * cm)];
      const top = d.raw > 0 ? [sign("("), ...off, sign(")")] : [upright("max"), sign("("), node("mn", "0"), sign(","), ...off, sign(")")];
      const cells = [[node("mtext", now.model.joints[d.joint])],
        [...top, sign("/"), number(d.reach * cm), sign("="), number(d.raw, 3)],
        [number(d.raw, 3), sign("/"), number(total, 3), sign("="), number(d.weight, 3)]];
      const out = node("mtr", cells.map((c) => node("mtd", row(...c))));
      out.style.color = ink(now.model, d.joint, now.dark);
      return out;
    });
    return [letters, [node("mtable", rows, {class: "lines"}), gap("0.8em"), node("mtext", "r, d in cm")]];
  },
};

// Whose j it is.
function formulaNames(now) {
  const named = (j) => {
    const out = element("span", "", now.model.joints[j]);
    out.style.color = ink(now.model, j, now.dark);
    return out;
  };
  const line = element("p", "names"), kind = now.step.formula;
  if (kind === "chain" || kind === "weights") return null;
  line.append(element("i", "", "j"), " = ");
  if (kind === "vertex" || kind === "normal") {
    (now.vertex ? now.vertex.terms.slice(0, 4) : []).forEach((t, k) => line.append(k > 0 ? ", " : "", named(t.joint)));
  } else {
    line.append(named(now.step.selected));
    const p = now.model.parent[now.step.selected];
    if (p >= 0 && kind !== "skin") line.append(", ", element("i", "", "p(j)"), " = ", named(p));
  }
  return line;
}

// Pieces that may stand on lines of their own where there is little room: a line ends before a relation or a sum's next term,
// never within a product.
const BEGINS = ["=", "+", "\u2260", "\u221d"];
function numberLine(parts) {
  const out = element("div", "numbers");
  let piece = [];
  const close = () => {
    if (piece.length > 0) out.append(node("math", row(...piece)));
    piece = [];
  };
  for (const part of parts) {
    if (part.tagName === "mo" && BEGINS.includes(part.textContent)) close();
    piece.push(part);
  }
  close();
  return out;
}

function showFormula(to, now) {
  to.replaceChildren();
  const lines = FORMULAS[now.step.formula];
  if (!lines) return;
  const hasMatrix = ["world", "skin", "chain"].includes(now.step.formula);
  const [letters, ...numbers] = lines(now);
  const first = element("div", "letters");
  first.append(node("math", row(...letters)));
  to.append(first);
  for (const parts of numbers) to.append(numberLine(parts));
  const names = formulaNames(now);
  if (names) to.append(names);
  if (hasMatrix) to.append(element("p", "names", "Of each matrix the last row, 0 0 0 1, is left out."));
}
