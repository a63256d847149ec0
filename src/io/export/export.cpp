#include "io/export/export.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "io/export/gltf_posed.h"
#include "io/export/notes.h"
#include "io/export/surface.h"
#include "io/files/file_writer.h"
#include "io/model_file.h"
#include "rig/surface/outside.h"
#include "scene/deform/deformer_data.h"

namespace bindpose {
namespace {

static_assert(std::endian::native == std::endian::little, "PLY and GLB are written as they lie");

// Gathers small pieces so that the file sees large ones.
class Buffered {
 public:
  // `steps`: how often done() will be called.
  Buffered(FileWriter& file, std::size_t steps) : file_(file) {
    text_.reserve(kFull + 256);
    file.stretch(1.0f, steps);
  }

  void text(std::string_view s) { append(s.data(), s.size()); }
  // At most 9 significant digits: the shortest text that reads back as the same float.
  void number(float x) {
    char digits[32];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
  }
  void number(std::size_t x) {
    char digits[32];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
  }
  template <typename T>
  void raw(const T& value) {
    append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void done() { file_.step(); }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 20;
  void append(const char* s, std::size_t n) {
    text_.append(s, n);
    if (text_.size() >= kFull) flush();
  }
  FileWriter& file_;
  std::string text_;
};

// Formats want unit normals; where a pose flattened the surface there is none, and any will do.
vec3 unit_or_up(const vec3& n) {
  const float length = glm::length(n);
  return length > 0.0f && std::isfinite(length) ? n / length : vec3(0.0f, 1.0f, 0.0f);
}

void line(Buffered& out, std::string_view key, const vec3& v) {
  out.text(key);
  for (int c = 0; c < 3; ++c) {
    out.text(" ");
    out.number(v[c]);
  }
  out.text("\n");
}

// Of triangle i of the surface, as it looks.
vec3 face_normal(const Surface& s, std::size_t i) {
  const std::uint32_t* v = s.triangle().data() + i;
  const vec3& a = s.position[v[0]];
  return unit_or_up(glm::cross(s.position[v[1]] - a, s.position[v[2]] - a));
}

// What is shown flat has a normal for each triangle.
void obj_faces(Buffered& out, const Surface& s, std::size_t first, std::size_t first_uv,
               std::size_t first_normal) {
  const std::vector<std::uint32_t>& triangle = s.triangle();
  for (std::size_t i = 0; i < triangle.size(); i += 3) {
    out.text("f");
    for (std::size_t k = i; k < i + 3; ++k) {
      const std::size_t v = triangle[k];
      out.text(" ");
      out.number(first + v);
      out.text("/");
      if (!s.mesh->uv.empty()) out.number(first_uv + v);
      out.text("/");
      out.number(first_normal + (s.mesh->flat ? i / 3 : v));
    }
    out.text("\n");
    out.done();
  }
}

void write_obj(const std::vector<Surface>& surfaces, const ObjLibrary& library, FileWriter& file) {
  std::size_t lines = 0;
  for (const Surface& s : surfaces) {
    const std::size_t triangles = s.mesh->triangle.size() / 3;
    lines += s.position.size() + (s.mesh->flat ? triangles : s.normal.size()) + triangles;
  }
  Buffered out(file, lines);
  out.text("# Posed mesh, exported by Bindpose\n");
  const bool has_library = !library.text.empty();
  if (has_library) out.text("mtllib " + library.file.filename().string() + "\n");
  std::size_t first = 1;
  std::size_t first_uv = 1;
  std::size_t first_normal = 1;
  for (const Surface& s : surfaces) {
    out.text("o " + obj_name(s.mesh->name, "mesh") + "\n");
    for (const vec3& p : s.position) {
      line(out, "v", p);
      out.done();
    }
    for (const vec2& uv : s.mesh->uv) {
      out.text("vt ");
      out.number(uv.x);
      out.text(" ");
      out.number(1.0f - uv.y);
      out.text("\n");
    }
    const std::size_t normals = s.mesh->flat ? s.triangle().size() / 3 : s.normal.size();
    for (std::size_t i = 0; i < normals; ++i) {
      line(out, "vn", s.mesh->flat ? face_normal(s, 3 * i) : s.normal[i]);
      out.done();
    }
    if (has_library && s.mesh->material >= 0) {
      out.text("usemtl " + library.name[static_cast<std::size_t>(s.mesh->material)] + "\n");
    }
    obj_faces(out, s, first, first_uv, first_normal);
    first_normal += normals;
    first += s.position.size();
    first_uv += s.mesh->uv.size();
  }
  out.flush();
}

void write_ply(const std::vector<Surface>& surfaces, FileWriter& file) {
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const Surface& s : surfaces) {
    vertices += s.position.size();
    triangles += s.mesh->triangle.size() / 3;
  }
  Buffered out(file, vertices + triangles);
  out.text("ply\nformat binary_little_endian 1.0\ncomment Posed mesh, exported by Bindpose\n");
  out.text("element vertex " + std::to_string(vertices) + "\n");
  const bool normals =
      std::ranges::any_of(surfaces, [](const Surface& s) { return !s.mesh->flat; });
  for (const char* name : {"x", "y", "z", "nx", "ny", "nz"}) {
    if (normals || name[0] != 'n') out.text(std::string("property float ") + name + "\n");
  }
  out.text("element face " + std::to_string(triangles) + "\n");
  out.text("property list uchar int vertex_indices\nend_header\n");
  for (const Surface& s : surfaces) {
    for (std::size_t v = 0; v < s.position.size(); ++v) {
      for (int c = 0; c < 3; ++c) out.raw(s.position[v][c]);
      for (int c = 0; c < 3 && normals; ++c) out.raw(s.normal[v][c]);
      out.done();
    }
  }
  std::uint32_t first = 0;
  for (const Surface& s : surfaces) {
    const std::vector<std::uint32_t>& triangle = s.triangle();
    for (std::size_t i = 0; i < triangle.size(); i += 3) {
      out.raw(std::uint8_t{3});
      for (std::size_t k = i; k < i + 3; ++k) out.raw(first + triangle[k]);
      out.done();
    }
    first += static_cast<std::uint32_t>(s.position.size());
  }
  out.flush();
}

// PLY has normals for all vertices or for none.
std::vector<std::string> notes_on_flat(const std::vector<Surface>& surfaces) {
  const auto flat = std::ranges::count_if(surfaces, [](const Surface& s) { return s.mesh->flat; });
  if (flat == 0 || flat == std::ssize(surfaces)) return {};
  return {std::to_string(flat) + (flat == 1 ? " mesh is" : " meshes are") +
          " shown flat, and PLY has normals for all vertices or for none: there they are smooth "
          "ones. An OBJ has those of its triangles, and a GLB none."};
}

bool all_finite(const std::vector<vec3>& values) {
  return std::all_of(values.begin(), values.end(), [](const vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  });
}

std::vector<Surface> posed_surfaces(const Scene& scene, const PosedScene& posed,
                                    WriteProgress* progress) {
  if (!scene.model) throw std::runtime_error("There is nothing to export: no model is open.");
  // The wrong normals, and what stands in for data on its way, are for looking at: no file gets
  // them.
  Scene right = with_data_at_once(scene);
  if (right.view.normals == NormalUse::BlendedMatrix)
    right.view.normals = NormalUse::InverseTranspose;
  const bool makes_centers =
      right.deformers && info_of(right.view.method).needs == DeformerNeeds::Centers;
  // Of the work: the text of numbers takes longer than they do, centres longer than that.
  constexpr float kCenters = 0.5f, kAlone = 0.1f;
  const float posed_part = makes_centers ? kCenters + 0.5f * kAlone : kAlone;
  if (makes_centers) {
    constexpr std::size_t kSteps = 1000;
    std::size_t done = 0;
    if (progress != nullptr) progress->stretch(kCenters, kSteps);
    right.deformers->make_centers(right, [&](float part) {
      const auto now = static_cast<std::size_t>(part * static_cast<float>(kSteps));
      if (progress != nullptr) progress->step(now > done ? now - done : 0);
      done = std::max(done, now);
      return true;
    });
  }
  if (progress != nullptr) progress->stretch(posed_part, vertex_count(*scene.model));
  std::vector<Surface> surfaces;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Mesh& mesh = scene.model->meshes[m];
    if (mesh.position.empty() || mesh.triangle.empty()) continue;
    Surface s;
    s.mesh = &mesh;
    skin_mesh(right, posed, static_cast<int>(m), s.position, &s.normal);
    if (!all_finite(s.position)) {
      throw std::runtime_error(
          "Mesh " + mesh.name +
          " cannot be exported: this pose moves it out of the range of numbers; "
          "undo the last edits.");
    }
    const std::vector<std::uint8_t> mirrored = mirrored_vertices(
        binding_of(scene, m).influences, posed.palette[m], node_skin_matrix(mesh, posed.world));
    turn_outwards(mirrored, s.normal);
    for (vec3& n : s.normal) n = unit_or_up(n);
    if (!mirrored.empty()) s.turned = outside_triangles(mesh, s.position, s.normal, mirrored);
    if (progress != nullptr) progress->step(s.position.size());
    surfaces.push_back(std::move(s));
  }
  if (surfaces.empty()) {
    throw std::runtime_error("There is nothing to export: " + scene.model->name +
                             " has no surface.");
  }
  return surfaces;
}

// glTF has metres, y up, and no node of the file is written that could say otherwise. OBJ and PLY
// have no units: they keep the file's, in which `matrices` prints and `compare` reads points.
void make_upright(const mat4& to_display, std::vector<Surface>& surfaces) {
  if (to_display == mat4(1.0f)) return;
  const bool mirrors = glm::determinant(to_display) < 0.0f;
  const mat3 turn = cofactor(mat3(to_display)) * (mirrors ? -1.0f : 1.0f);
  for (Surface& s : surfaces) {
    for (vec3& p : s.position) p = vec3(to_display * vec4(p, 1.0f));
    for (vec3& n : s.normal) n = unit_or_up(turn * n);
    if (!mirrors) continue;
    if (s.turned.empty()) s.turned = s.mesh->triangle;
    for (std::size_t i = 0; i + 2 < s.turned.size(); i += 3) {
      std::swap(s.turned[i + 1], s.turned[i + 2]);
    }
  }
}

}  // namespace

std::vector<std::string> export_posed(const Scene& scene, const PosedScene& posed,
                                      const std::filesystem::path& file, WriteProgress* progress,
                                      GlbPacking packing, const OpenPlain& open_plain) {
  const std::string ending = lower_extension(file);
  if (ending == ".vrm") {
    throw std::runtime_error("Cannot export the posed mesh to " + file.string() +
                             ": a VRM is a rig to be posed; export the rig, or name it .glb.");
  }
  if (ending != ".obj" && ending != ".ply" && ending != ".glb") {
    throw std::runtime_error("Cannot export to " + file.string() + ": its name must end in .obj, " +
                             ".ply or .glb.");
  }
  if (packing != GlbPacking::None && ending != ".glb") {
    throw std::runtime_error("Cannot compress " + file.string() + ": only .glb files can be.");
  }
  std::vector<Surface> surfaces = posed_surfaces(scene, posed, progress);
  if (ending == ".glb") make_upright(scene.model->to_display, surfaces);
  FileWriter writer(file, progress);
  std::vector<std::string> notes;
  if (ending == ".obj") {
    const ObjLibrary library = obj_library(*scene.model, surfaces, file);
    notes = library.notes;
    write_obj(surfaces, library, writer);
    if (!library.text.empty()) {
      FileWriter beside(library.file);
      beside.write(library.text);
      beside.commit();
    }
  }
  if (ending == ".ply") {
    notes = notes_on_flat(surfaces);
    write_ply(surfaces, writer);
  }
  if (ending == ".glb") {
    if (const auto source = open_gltf_source(*scene.model, open_plain, progress)) {
      write_gltf_posed(*source, *scene.model, surfaces, writer, packing, notes);
    } else {
      notes = notes_on_materials(*scene.model, false);
      write_glb(*scene.model, surfaces, writer, packing);
    }
  }
  writer.commit();
  return notes;
}

}  // namespace bindpose
