#include "io/assimp/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "io/assimp/convert.h"
#include "io/assimp/morph.h"
#include "io/files/large_arrays.h"
#include "math/numbers.h"

namespace bindpose {
namespace {

void read_points(const aiMesh& mesh, FileSurface& out) {
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    out.position[i] = to_glm(mesh.mVertices[i]);
    const vec3 away = glm::abs(out.position[i]);
    if (std::max({away.x, away.y, away.z}) < kFarthestPoint && is_finite(away)) continue;
    const bool far = is_finite(away);
    out.position[i] = vec3(0.0f);
    if (out.mark(i, far ? Flaw::Far : Flaw::Point)) ++(far ? out.far_points : out.broken_points);
  }
  if (mesh.mNormals == nullptr) return;
  reserve_large(out.normal, mesh.mNumVertices);
  out.normal.resize(mesh.mNumVertices);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const vec3 n = to_glm(mesh.mNormals[i]);
    out.normal[i] = is_finite(n) ? n : vec3(0.0f);
    if (out.normal[i] != vec3(0.0f)) continue;
    if (out.mark(i, Flaw::Normal)) ++out.broken_normals;
  }
}

void read_uv(const aiMesh& mesh, unsigned channel, FileSurface& out, std::vector<vec2>& uv) {
  if (!mesh.HasTextureCoords(channel)) channel = 0;
  if (!mesh.HasTextureCoords(channel)) return;
  uv.resize(mesh.mNumVertices);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D& t = mesh.mTextureCoords[channel][i];
    uv[i] = std::isfinite(t.x + t.y) ? vec2(t.x, 1.0f - t.y) : vec2(0.0f);
    if (std::isfinite(t.x + t.y)) continue;
    if (out.mark(i, Flaw::Attribute)) ++out.broken_attributes;
  }
}

void read_colors(const aiMesh& mesh, bool linear, FileSurface& out) {
  if (!mesh.HasVertexColors(0)) return;
  bool all_white = true;
  out.color.resize(mesh.mNumVertices);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiColor4D& c = mesh.mColors[0][i];
    vec4 color(c.r, c.g, c.b, c.a);
    if (!std::isfinite(color.x + color.y + color.z + color.w)) {
      color = vec4(1.0f);
      if (out.mark(i, Flaw::Attribute)) ++out.broken_attributes;
    }
    if (!linear) color = vec4(srgb_to_linear(vec3(color)), color.a);
    all_white = all_white && color == vec4(1.0f);
    out.color[i] = color;
  }
  if (all_white) out.color.clear();
}

void read_triangles(const aiMesh& mesh, FileSurface& out) {
  reserve_large(out.triangle, std::size_t{3} * mesh.mNumFaces);
  // By the block: one corner after the other would be as many questions whether there is room.
  std::array<std::uint32_t, 3 * 64> block;
  std::size_t filled = 0;
  const auto flush = [&] {
    out.triangle.insert(out.triangle.end(), block.data(), block.data() + filled);
    filled = 0;
  };
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) {
      ++out.other_faces;
      continue;
    }
    const unsigned* v = face.mIndices;
    if (std::max({v[0], v[1], v[2]}) >= mesh.mNumVertices) {
      for (int k = 0; k < 3; ++k) out.mark(v[k], Flaw::Face);
      ++out.broken_faces;
      continue;
    }
    if (filled == block.size()) flush();
    for (std::size_t k = 0; k < 3; ++k) block[filled++] = v[k];
  }
  flush();
}

void find_unused(FileSurface& s) {
  s.unused.assign(s.position.size(), 1);
  for (const std::uint32_t v : s.triangle) s.unused[v] = 0;
  if (std::find(s.unused.begin(), s.unused.end(), 1) == s.unused.end()) s.unused.clear();
}

template <typename T>
void pick(std::vector<T>& values, const std::vector<std::uint32_t>& source) {
  if (values.empty()) return;
  std::vector<T> out(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) out[i] = values[source[i]];
  values = std::move(out);
}

// Vertex i becomes the old vertex source[i].
void pick_vertices(FileSurface& s, const std::vector<std::uint32_t>& source) {
  pick(s.position, source);
  pick(s.normal, source);
  pick(s.uv, source);
  pick(s.uv_second, source);
  pick(s.color, source);
  pick(s.source_vertex, source);
  pick(s.flaw, source);
  for (SurfaceMorph& morph : s.morph) {
    pick(morph.position, source);
    pick(morph.normal, source);
  }
  if (s.weights.offset.size() <= 1) return;
  WeightRows rows;
  rows.offset.reserve(source.size() + 1);
  rows.entry.reserve(s.weights.entry.size());
  for (const std::uint32_t i : source) {
    const auto row = s.weights.row(i);
    rows.entry.insert(rows.entry.end(), row.begin(), row.end());
    rows.offset.push_back(static_cast<std::uint32_t>(rows.entry.size()));
  }
  s.weights = std::move(rows);
}

float corner_angle(const vec3& at, const vec3& a, const vec3& b) {
  const vec3 u = a - at;
  const vec3 v = b - at;
  const float length = glm::length(u) * glm::length(v);
  return length > 0.0f ? std::acos(std::clamp(glm::dot(u, v) / length, -1.0f, 1.0f)) : 0.0f;
}

// Mean of the face normals around a point, each counted by its angle there; seams in uv or weights
// do not show, for what counts is the position at rest (`points`). Where points are `wanted`, only
// they get normals.
std::vector<vec3> smooth_normals(const std::vector<vec3>& position,
                                 const std::vector<std::uint32_t>& triangle, const Weld& points,
                                 const std::vector<bool>* wanted = nullptr) {
  std::vector<vec3> sum(points.source.size(), vec3(0.0f));
  for (std::size_t i = 0; i + 2 < triangle.size(); i += 3) {
    const std::uint32_t* v = &triangle[i];
    const auto is_wanted = [&](std::uint32_t c) { return (*wanted)[points.new_index[c]]; };
    if (wanted != nullptr && std::none_of(v, v + 3, is_wanted)) continue;
    const vec3 p[3] = {position[v[0]], position[v[1]], position[v[2]]};
    const vec3 n = glm::cross(p[1] - p[0], p[2] - p[0]);
    const float length = glm::length(n);
    if (!(length > 0.0f) || !std::isfinite(length)) continue;
    for (int k = 0; k < 3; ++k) {
      const float angle = corner_angle(p[k], p[(k + 1) % 3], p[(k + 2) % 3]);
      sum[points.new_index[v[k]]] += angle / length * n;
    }
  }
  std::vector<vec3> out(position.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const vec3& n = sum[points.new_index[i]];
    const float length = glm::length(n);
    out[i] = length > 0.0f && std::isfinite(length) ? n / length : vec3(0.0f);
  }
  return out;
}

bool is_turned(const vec3& normal, const vec3& change) {
  constexpr float kSame = 1e-3f;  // of the length: a reader may have made it 1
  return glm::length(glm::cross(normal, normal + change)) >
         kSame * glm::length(normal) * glm::length(normal + change);
}

// A shape that moves points and has no normals, or none but those at rest.
bool lacks_normals(const FileSurface& s, const SurfaceMorph& morph) {
  const auto moved = [](const vec3& v) { return v != vec3(0.0f); };
  if (std::none_of(morph.position.begin(), morph.position.end(), moved)) return false;
  for (std::size_t i = 0; i < morph.normal.size(); ++i) {
    if (is_turned(s.normal[i], morph.normal[i])) return false;
  }
  return true;
}

// The points that a shape moves and those beside them.
std::vector<bool> points_near_moves(const FileSurface& s, const SurfaceMorph& morph,
                                    const Weld& points) {
  std::vector<bool> out(points.source.size(), false);
  const auto moved = [&](std::uint32_t v) { return morph.position[v] != vec3(0.0f); };
  for (std::size_t i = 0; i + 2 < s.triangle.size(); i += 3) {
    const std::uint32_t* v = &s.triangle[i];
    if (std::none_of(v, v + 3, moved)) continue;
    for (int k = 0; k < 3; ++k) out[points.new_index[v[k]]] = true;
  }
  return out;
}

// `normal` as the turn takes it that takes `from` the shortest way to `to`, both of unit length.
vec3 turned(const vec3& normal, const vec3& from, const vec3& to) {
  constexpr float kOpposite = -0.999f;  // no way is the shortest
  constexpr float kNoTurn = 1.0f - 1e-7f;
  const float cosine = glm::dot(from, to);
  if (from == vec3(0.0f) || to == vec3(0.0f) || cosine < kOpposite || cosine > kNoTurn) {
    return normal;
  }
  const vec3 axis = glm::cross(from, to);
  return glm::normalize(quat(1.0f + cosine, axis.x, axis.y, axis.z)) * normal;
}

// Each normal turns as the faces do on average that share it at its point: at hard edges those of
// its own side alone.
void turn_normals(FileSurface& s) {
  Weld corners;
  std::vector<vec3> before;
  for (SurfaceMorph& morph : s.morph) {
    if (!lacks_normals(s, morph)) continue;
    if (before.empty()) {
      corners = weld_vertices({s.position, s.normal, {}, {}, nullptr});
      before = smooth_normals(s.position, s.triangle, corners);
    }
    std::vector<vec3> shaped = s.position;
    for (std::size_t i = 0; i < shaped.size(); ++i) shaped[i] += morph.position[i];
    const std::vector<bool> near_moves = points_near_moves(s, morph, corners);
    const std::vector<vec3> after = smooth_normals(shaped, s.triangle, corners, &near_moves);
    morph.normal.assign(s.normal.size(), vec3(0.0f));
    for (std::size_t i = 0; i < shaped.size(); ++i) {
      if (!near_moves[corners.new_index[i]]) continue;
      morph.normal[i] = turned(s.normal[i], before[i], after[i]) - s.normal[i];
    }
    ++s.turned_shapes;
  }
}

// Normals by `make` from positions, for the surface and for each of its shapes.
void make_normals(FileSurface& s, const auto& make) {
  s.normal = make(s.position);
  for (SurfaceMorph& morph : s.morph) {
    if (morph.position.empty()) continue;
    std::vector<vec3> shaped = s.position;
    for (std::size_t i = 0; i < shaped.size(); ++i) shaped[i] += morph.position[i];
    morph.normal = make(shaped);
    for (std::size_t i = 0; i < shaped.size(); ++i) morph.normal[i] -= s.normal[i];
  }
}

// Of what is shown flat each vertex has the mean of its own triangles: those of others at its place
// may be another side (a card with a back of its own), and would take theirs away.
void make_smooth_normals(FileSurface& s) {
  Weld points;
  if (s.flat) {
    points.new_index.resize(s.position.size());
    std::iota(points.new_index.begin(), points.new_index.end(), 0u);
    points.source = points.new_index;
  } else {
    points = weld_vertices({s.position, {}, {}, {}, nullptr});
  }
  make_normals(s, [&](const std::vector<vec3>& position) {
    return smooth_normals(position, s.triangle, points);
  });
}

// Numbers the vertices as the file does. Those that no triangle uses are left out, as newer
// versions of Assimp do.
void order_as_in_file(const std::vector<std::uint32_t>* source, FileSurface& s) {
  const std::size_t count = s.position.size();
  if (source != nullptr && source->size() == count) {
    s.source_vertex = *source;
  } else {
    s.source_vertex.resize(count);
    std::iota(s.source_vertex.begin(), s.source_vertex.end(), 0u);
  }
  if (s.unused.empty() && std::is_sorted(s.source_vertex.begin(), s.source_vertex.end())) return;
  std::vector<std::uint32_t> order;
  order.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (s.unused.empty() || s.unused[i] == 0) order.push_back(i);
  }
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return s.source_vertex[a] < s.source_vertex[b];
  };
  std::sort(order.begin(), order.end(), earlier);
  std::vector<std::uint32_t> place(count, 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  pick_vertices(s, order);
  s.unused.clear();
  for (std::uint32_t& v : s.triangle) v = place[v];
}

// A large mesh whose vertices the file shares among its triangles already, six corners each or
// nearly so: to look at all that makes them is a tenth of the import, and finds none.
bool shares_its_vertices(const FileSurface& s) {
  constexpr std::size_t kLarge = 200000, kCornersEach = 4;
  return s.position.size() >= kLarge && s.triangle.size() >= kCornersEach * s.position.size();
}

void merge_equal_vertices(FileSurface& s) {
  if (shares_its_vertices(s)) return;
  const WeightRows* weights = s.weights.offset.size() > 1 ? &s.weights : nullptr;
  WeldKey key{s.position, s.normal, s.uv, s.color, weights, {}, s.uv_second};
  for (const SurfaceMorph& morph : s.morph) {
    key.more.push_back(morph.position);
    key.more.push_back(morph.normal);
  }
  const Weld weld = weld_vertices(key);
  if (weld.source.size() == s.position.size()) return;
  std::vector<std::uint8_t> flaw(s.flaw.empty() ? 0 : weld.source.size(), 0);
  for (std::size_t i = 0; i < s.flaw.size(); ++i) flaw[weld.new_index[i]] |= s.flaw[i];
  pick_vertices(s, weld.source);
  s.flaw = std::move(flaw);
  for (std::uint32_t& v : s.triangle) v = weld.new_index[v];
}

}  // namespace

FileSurface read_surface(const aiMesh& mesh, const std::vector<int>& slot_of_bone,
                         const SurfaceOptions& options) {
  FileSurface out;
  reserve_large(out.position, mesh.mNumVertices);
  out.position.resize(mesh.mNumVertices);
  read_triangles(mesh, out);
  if (out.triangle.empty()) return out;
  if (options.keep_source) find_unused(out);
  read_points(mesh, out);
  read_uv(mesh, options.uv.first, out, out.uv);
  if (options.uv.second) read_uv(mesh, *options.uv.second, out, out.uv_second);
  read_colors(mesh, options.linear_colors, out);
  if (options.shapes != nullptr) {
    read_stored_morphs(*options.shapes, out);
  } else {
    read_morphs(mesh, out);
  }
  if (!slot_of_bone.empty()) read_weights(mesh, slot_of_bone, out);
  if (options.keep_source) order_as_in_file(options.source, out);
  out.made_normals = out.normal.empty();
  out.flat = out.made_normals && options.flat_normals;
  if (out.made_normals) make_smooth_normals(out);
  if (!out.made_normals && options.turn_normals) turn_normals(out);
  // What is shown flat keeps as many vertices as its file has.
  if (!out.flat) merge_equal_vertices(out);
  return out;
}

}  // namespace bindpose
