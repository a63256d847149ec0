// Skinning by the program's shaders (transform feedback), and the surface that comes out.

const shaderText = (id) => document.getElementById(id).textContent;

const COMPONENTS = {position: 3, normal: 3, uv: 2};

// Each corner of each triangle as a vertex of its own.
function eachCorner(list, components, triangle) {
  const out = new list.constructor(triangle.length * components);
  for (let i = 0; i < triangle.length; ++i) {
    for (let k = 0; k < components; ++k) out[components * i + k] = list[components * triangle[i] + k];
  }
  return out;
}

class Gpu {
  constructor() {
    this.canvas = document.createElement("canvas");
    const gl = this.canvas.getContext("webgl2", {antialias: true, alpha: true, preserveDrawingBuffer: true});
    if (!gl) throw new Error("no WebGL2");
    this.gl = gl;
    this.programs = new Map();
    this.meshes = new Map();
    this.images = new Map();
    this.rows = Math.min(gl.getParameter(gl.MAX_UNIFORM_BLOCK_SIZE) / 16, 4096);
    this.block = gl.createBuffer();
    this.list = this.texture(gl.RGBA32F, 1, 1, gl.FLOAT, new Float32Array(4));
    this.white = this.texture(gl.RGBA8, 1, 1, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
    this.surface = this.program(shaderText("surface-vert"), shaderText("light") + shaderText("surface-frag"));
    this.lines = this.program(shaderText("line-vert"), shaderText("line-frag"));
    this.feedback = gl.createTransformFeedback();
    this.lost = false;
    this.canvas.addEventListener("webglcontextlost", () => (this.lost = true));
  }

  texture(format, width, height, type, data) {
    const gl = this.gl, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, gl.RGBA, type, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    return texture;
  }

  program(vertex, fragment, feedback) {
    const gl = this.gl, program = gl.createProgram();
    const head = "#version 300 es\n";
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, head + (feedback ? feedback.defines : "") + shaderText("prologue-glsl") + text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    if (feedback) gl.transformFeedbackVaryings(program, ["out_position", "out_normal"], gl.SEPARATE_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const places = new Map();
    const place = (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name);
    };
    return {program, place};
  }

  // skin.vert with the deformer's function in it.
  skinning(method, block) {
    const key = method.glsl + block;
    if (!this.programs.has(key)) {
      const defines =
        `#define DEFORM ${method.glsl}\n` +
        `#define SPLIT_ROWS ${method.form === "bones" ? 7 : 5}\n` +
        (block ? `#define PALETTE_ROWS ${this.rows}\n` : "#define PALETTE_BUFFER\n");
      const made = this.program(shaderText("skin"), "void main() {}", {defines});
      const gl = this.gl;
      if (block) gl.uniformBlockBinding(made.program, gl.getUniformBlockIndex(made.program, "Palette"), 0);
      this.programs.set(key, made);
    }
    return this.programs.get(key);
  }

  // What a mesh has on the GPU; `corners`: each corner of a triangle a vertex of its own.
  mesh(mesh, corners) {
    const key = corners ? "corners" : "plain";
    if (!this.meshes.has(mesh)) this.meshes.set(mesh, {});
    const kept = this.meshes.get(mesh);
    if (kept[key]) return kept[key];
    const gl = this.gl, buffer = () => gl.createBuffer();
    const given = (name) => (corners ? eachCorner(mesh[name], COMPONENTS[name], mesh.triangle) : mesh[name]);
    const vertices = corners ? mesh.triangle.length : mesh.position.length / 3;
    const out = {vertices, corners, bound: null, buffers: {}};
    const fill = (name, data) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, (out.buffers[name] = buffer()));
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    };
    fill("position", given("position"));
    fill("normal", given("normal"));
    if (mesh.uv) fill("uv", given("uv"));
    if (mesh.blend) fill("blend", corners ? eachCorner(mesh.blend, 1, mesh.triangle) : mesh.blend);
    if (corners) {
      const corner = new Float32Array(3 * vertices);
      for (let i = 0; i < vertices; ++i) corner[3 * i + (i % 3)] = 1;
      fill("corner", corner);
    } else {
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, (out.buffers.triangle = buffer()));
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangle, gl.STATIC_DRAW);
    }
    for (const name of ["slots", "weights", "more", "sum", "center", "map", "first", "second", "third"])
      out.buffers[name] = buffer();
    out.rest = this.texture(gl.RGBA32F, 1, 1, gl.FLOAT, new Float32Array(4));
    out.posed = new Map();
    return (kept[key] = out);
  }

  upload(target, data) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, target);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
  }

  // The influences of the mesh, where they are others than before.
  bind(on, mesh, binding) {
    if (on.bound === binding) return;
    on.bound = binding;
    const packed = packedInfluences(binding, mesh.position.length / 3);
    const given = (list, n) => (on.corners ? eachCorner(list, n, mesh.triangle) : list);
    this.upload(on.buffers.slots, given(packed.slots, 4));
    this.upload(on.buffers.weights, given(packed.weights, 4));
    this.upload(on.buffers.more, given(packed.more, 2));
    this.upload(on.buffers.sum, given(packed.sum, 1));
    const count = packed.rest.length / 4, width = Math.min(Math.max(count, 1), 1024);
    const height = Math.max(1, Math.ceil(count / width)), texels = new Float32Array(4 * width * height);
    texels.set(packed.rest);
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, on.rest);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, texels);
  }

  attribute(index, buffer, n, integer) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(index);
    if (integer) gl.vertexAttribIPointer(index, n, integer, 0, 0);
    else gl.vertexAttribPointer(index, n, gl.FLOAT, false, 0, 0);
  }

  // Morphed points and normals, or the mesh's own.
  points(on, mesh, morph) {
    if (!mesh.morph) return;
    const moved = morphed(mesh, morph);
    const given = (list) => (on.corners ? eachCorner(list, 3, mesh.triangle) : list);
    this.upload(on.buffers.position, given(moved.position));
    this.upload(on.buffers.normal, given(moved.normal));
  }

  // Runs skin.vert: posed positions and normals in buffers, world space of the file.
  skin(on, mesh, method, rows, use) {
    const gl = this.gl, block = rows.length / 4 <= this.rows;
    const {program, place} = this.skinning(method, block);
    gl.useProgram(program);
    if (block) {
      const all = new Float32Array(4 * this.rows);
      all.set(rows);
      gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, this.block);
      gl.bufferData(gl.UNIFORM_BUFFER, all, gl.DYNAMIC_DRAW);
    } else {
      const width = 1024, height = Math.ceil(rows.length / 4 / width);
      const texels = new Float32Array(4 * width * height);
      texels.set(rows);
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.list);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, texels);
      gl.uniform1i(place("u_palette"), 1);
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, on.rest);
    gl.uniform1i(place("u_more"), 0);
    gl.uniform1f(place("u_raw_weights"), use.raw ? 1 : 0);
    gl.uniform1f(place("u_plain_normals"), use.plain ? 1 : 0);
    gl.uniform1f(place("u_mix"), use.mix);
    for (let k = 0; k < 8; ++k) gl.disableVertexAttribArray(k);
    this.attribute(0, on.buffers.position, 3);
    this.attribute(1, on.buffers.normal, 3);
    this.attribute(2, on.buffers.slots, 4, gl.UNSIGNED_SHORT);
    this.attribute(3, on.buffers.weights, 4);
    this.attribute(4, on.buffers.more, 2, gl.UNSIGNED_INT);
    this.attribute(5, on.buffers.sum, 1);
    if (on.buffers.blend) this.attribute(6, on.buffers.blend, 1);
    else gl.vertexAttrib1f(6, 1);
    if (use.center) {
      this.upload(on.buffers.center, on.corners ? eachCorner(use.center, 4, mesh.triangle) : use.center);
      this.attribute(7, on.buffers.center, 4);
    } else {
      gl.vertexAttrib4f(7, 0, 0, 0, 0);
    }
    const bytes = 12 * on.vertices;
    const out = {position: gl.createBuffer(), normal: gl.createBuffer()};
    for (const target of [out.position, out.normal]) {
      gl.bindBuffer(gl.ARRAY_BUFFER, target);
      gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_COPY);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, this.feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out.position);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 1, out.normal);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, on.vertices);
    gl.endTransformFeedback();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 1, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.disable(gl.RASTERIZER_DISCARD);
    for (let k = 0; k < 8; ++k) gl.disableVertexAttribArray(k);
    return out;
  }

  // `count` numbers of a posed buffer from `first` on.
  read(buffer, first, count) {
    const gl = this.gl, out = new Float32Array(count);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.getBufferSubData(gl.ARRAY_BUFFER, 4 * first, out);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    return out;
  }

  release(posed) {
    this.gl.deleteBuffer(posed.position);
    this.gl.deleteBuffer(posed.normal);
  }

  begin(width, height) {
    const gl = this.gl;
    if (this.canvas.width < width || this.canvas.height < height) {
      this.canvas.width = Math.max(this.canvas.width, width);
      this.canvas.height = Math.max(this.canvas.height, height);
    }
    gl.viewport(0, 0, width, height);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  ramp(bytes) {
    if (!this.images.has(bytes)) {
      const n = bytes.length / 3, rgba = new Uint8Array(4 * n).fill(255);
      for (let i = 0; i < n; ++i) rgba.set(bytes.subarray(3 * i, 3 * i + 3), 4 * i);
      const texture = this.texture(this.gl.RGBA8, n, 1, this.gl.UNSIGNED_BYTE, rgba);
      const gl = this.gl;
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
      this.images.set(bytes, texture);
    }
    return this.images.get(bytes);
  }

  // A picture of the model, white until the browser has decoded it.
  image(uri, again) {
    if (!this.images.has(uri)) {
      this.images.set(uri, this.white);
      const image = new Image();
      image.onload = () => {
        const gl = this.gl, texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
        gl.generateMipmap(gl.TEXTURE_2D);
        this.images.set(uri, texture);
        again();
      };
      image.src = uri;
    }
    return this.images.get(uri);
  }

  // `look`: style, base, image, map, ramp, low, high, xray; `camera`: see figure.js.
  draw(on, posed, camera, look) {
    const gl = this.gl, {program, place} = this.surface;
    gl.useProgram(program);
    gl.uniformMatrix4fv(place("u_to_view"), false, camera.toView);
    gl.uniformMatrix4fv(place("u_projection"), false, camera.projection);
    gl.uniformMatrix3fv(place("u_normal_to_view"), false, camera.normalToView);
    gl.uniform3fv(place("u_up"), camera.up);
    gl.uniform1i(place("u_style"), look.style);
    gl.uniform4fv(place("u_base"), [...look.base, 1]);
    gl.uniform1f(place("u_spread"), Math.min(Math.max((look.rough || 1) ** 4, 1e-3), 1));
    gl.uniform1f(place("u_xray"), look.xray || 0);
    gl.uniform1f(place("u_flat"), look.flat ? 1 : 0);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, look.image || this.white);
    gl.uniform1i(place("u_image"), 0);
    gl.uniform1f(place("u_has_image"), look.image ? 1 : 0);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, look.ramp || this.white);
    gl.uniform1i(place("u_ramp"), 1);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1f(place("u_low"), look.low || 0);
    gl.uniform1f(place("u_high"), look.high || 1);
    gl.uniform3fv(place("u_zero"), look.zero || [0.7, 0.7, 0.7]);
    gl.uniform3fv(place("u_none"), look.none || [0.5, 0.5, 0.5]);
    const [ox, oy, sx, sy, turn] = look.place || [0, 0, 1, 1, 0], c = Math.cos(turn), s = Math.sin(turn);
    gl.uniform3fv(place("u_place_u"), [c * sx, s * sy, ox]);
    gl.uniform3fv(place("u_place_v"), [-s * sx, c * sy, oy]);
    for (let k = 0; k < 8; ++k) gl.disableVertexAttribArray(k);
    this.attribute(0, posed.position, 3);
    this.attribute(1, look.normals || posed.normal, 3);
    if (on.buffers.uv) this.attribute(2, on.buffers.uv, 2);
    if (look.style === 1 || look.style === 2) this.attribute(3, on.buffers.map, 3);
    if (look.style === 3) {
      this.attribute(4, on.buffers.first, 3);
      this.attribute(5, on.buffers.second, 3);
      this.attribute(6, on.buffers.third, 3);
      this.attribute(7, on.buffers.corner, 3);
    }
    const drawn = () => {
      if (on.corners) return gl.drawArrays(gl.TRIANGLES, 0, on.vertices);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, on.buffers.triangle);
      gl.drawElements(gl.TRIANGLES, look.indices, look.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT, 0);
    };
    if (look.xray) {  // what is nearest alone shows
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.colorMask(false, false, false, false);
      drawn();
      gl.colorMask(true, true, true, true);
    }
    if (look.wireframe) {
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
    }
    drawn();
    gl.disable(gl.POLYGON_OFFSET_FILL);
    for (let k = 0; k < 8; ++k) gl.disableVertexAttribArray(k);
  }

  wires(on, mesh, posed, camera, color) {
    const gl = this.gl, {program, place} = this.lines;
    if (!on.buffers.edges) {
      const t = mesh.triangle, edges = new t.constructor(2 * t.length);
      for (let i = 0; i < t.length; i += 3) edges.set([t[i], t[i + 1], t[i + 1], t[i + 2], t[i + 2], t[i]], 2 * i);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, (on.buffers.edges = gl.createBuffer()));
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, edges, gl.STATIC_DRAW);
    }
    gl.useProgram(program);
    gl.uniformMatrix4fv(place("u_to_view"), false, camera.toView);
    gl.uniformMatrix4fv(place("u_projection"), false, camera.projection);
    gl.uniform4fv(place("u_color"), color);
    this.attribute(0, posed.position, 3);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, on.buffers.edges);
    gl.drawElements(gl.LINES, 2 * mesh.triangle.length, mesh.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT, 0);
    gl.disableVertexAttribArray(0);
  }
}
