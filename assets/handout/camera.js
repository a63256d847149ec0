// The camera of src/view/camera.h, in display space, and the hands that move it.

class Camera {
  constructor(start) {
    this.start = start;
    this.reset();
  }

  reset() {
    Object.assign(this, structuredClone(this.start));
  }

  axes() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const right = [cy, 0, -sy], back = [sy * cp, sp, cy * cp];
    return {right, up: cross(back, right), back};
  }

  // Where a point of display space is in a view of that size: [x, y, depth].
  project(p, width, height) {
    const {right, up, back} = this.axes(), r = minus(p, this.target);
    const depth = this.distance - dot(r, back);
    if (!this.ortho && depth < 0.02 * this.distance) return undefined;
    const scale = this.scale(height, depth);
    return [width / 2 + scale * dot(r, right), height / 2 - scale * dot(r, up), depth];
  }

  // Pixels a unit at that depth.
  scale(height, depth) {
    return (0.5 * height) / Math.tan(0.5 * this.fov) / (this.ortho ? this.distance : Math.max(depth, 1e-6));
  }

  // As the shaders have it; `display`: from the file's world.
  matrices(display, width, height) {
    const {right, up, back} = this.axes(), t = this.target, eye = this.ortho ? 50 * this.distance : this.distance;
    const view = [...right, -dot(right, t), ...up, -dot(up, t), ...back, -dot(back, t) - eye];
    const all = multiplied(view, display), n = cofactor(all);
    const slope = Math.tan(0.5 * this.fov), aspect = width / height;
    const near = this.ortho ? eye - 20 * this.distance : 0.04 * this.distance;
    const far = this.ortho ? eye + 20 * this.distance : 40 * this.distance;
    const p = new Float32Array(16);
    if (this.ortho) {
      const half = slope * this.distance;
      p.set([1 / (half * aspect), 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / (far - near), 0, 0, 0, -(far + near) / (far - near), 1]);
    } else {
      p.set([1 / (slope * aspect), 0, 0, 0, 0, 1 / slope, 0, 0, 0, 0, -(far + near) / (far - near), -1, 0, 0, (-2 * far * near) / (far - near), 0]);
    }
    const toView = new Float32Array(16);
    for (let r = 0; r < 3; ++r) {
      for (let c = 0; c < 4; ++c) toView[4 * c + r] = all[4 * r + c];
    }
    toView[15] = 1;
    const normalToView = new Float32Array([n[0], n[3], n[6], n[1], n[4], n[7], n[2], n[5], n[8]]);
    return {toView, projection: p, normalToView, up: turned(view, [0, 1, 0])};
  }

  orbit(dx, dy) {
    const step = (0.4 * Math.PI) / 180, most = 0.5 * Math.PI - 1e-3;
    this.yaw -= step * dx;
    this.pitch = Math.min(Math.max(this.pitch + step * dy, -most), most);
  }

  pan(dx, dy, height) {
    const {right, up} = this.axes(), unit = 1 / this.scale(height, this.distance);
    this.target = add(this.target, add(times(-dx * unit, right), times(dy * unit, up)));
  }

  zoom(factor) {
    const least = 0.03 * this.start.distance, most = 20 * this.start.distance;
    this.distance = Math.min(Math.max(this.distance * factor, least), most);
  }
}

// Mouse, pen and fingers. `changed` is called after each move; `clicked` with the place of a press
// that did not move. One finger that goes up or down scrolls the page, as the browser sees to
// (touch-action: pan-y); sideways it turns the model; two fingers move and zoom.
function takeHands(canvas, camera, changed, clicked) {
  const fingers = new Map();
  let pinch = null, pressed = null;
  const place = (e) => {
    const box = canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return {far: Math.hypot(a[0] - b[0], a[1] - b[1]), at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]};
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, place(e));
    pressed = fingers.size === 1 ? {at: place(e), moved: false} : null;
    pinch = fingers.size === 2 ? spread() : null;
    if (e.pointerType === "mouse") canvas.focus({preventScroll: true});
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const now = place(e), dx = now[0] - before[0], dy = now[1] - before[1];
    if (pressed && Math.hypot(now[0] - pressed.at[0], now[1] - pressed.at[1]) > 4) pressed.moved = true;
    fingers.set(e.pointerId, now);
    if (fingers.size === 2 && pinch) {
      const next = spread();
      camera.pan(next.at[0] - pinch.at[0], next.at[1] - pinch.at[1], canvas.clientHeight);
      if (next.far > 0) camera.zoom(pinch.far / next.far);
      pinch = next;
    } else if (e.shiftKey || (e.buttons & 6) !== 0) {
      camera.pan(dx, dy, canvas.clientHeight);
    } else {
      camera.orbit(dx, dy);
    }
    changed();
  });
  const lift = (e) => {
    if (e.type === "pointerup" && pressed && !pressed.moved && clicked) clicked(pressed.at);
    fingers.delete(e.pointerId);
    pinch = null;
    pressed = null;
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener("dblclick", () => {
    camera.reset();
    changed();
  });
  // The wheel scrolls the page until the picture was clicked.
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas && !e.ctrlKey) return;
    e.preventDefault();
    camera.zoom(Math.exp(0.0012 * e.deltaY * (e.deltaMode === 1 ? 20 : 1)));
    changed();
  }, {passive: false});
  canvas.addEventListener("keydown", (e) => {
    const turn = {ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -24], ArrowDown: [0, 24]}[e.key];
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (turn && e.shiftKey) camera.pan(...turn, canvas.clientHeight);
    else if (turn) camera.orbit(...turn);
    else if (e.key === "+" || e.key === "=") camera.zoom(0.88);
    else if (e.key === "-") camera.zoom(1 / 0.88);
    else if (e.key === "Home") camera.reset();
    else return;
    e.preventDefault();
    e.stopPropagation();
    changed();
  });
}
