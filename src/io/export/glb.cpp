#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/export/glb_builder.h"
#include "io/export/surface.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

void add_surface(GlbBuilder& out, const Surface& s) {
  const Mesh& mesh = *s.mesh;
  GlbBuilder::Json attributes;
  attributes["POSITION"] = out.add_positions(s.position);
  if (!mesh.flat) {
    attributes["NORMAL"] = out.add_accessor(s.normal, "VEC3", GlbType::Float, GlbTarget::Vertices);
  }
  out.add_uv(mesh, attributes);
  if (!mesh.color.empty())
    attributes["COLOR_0"] =
        out.add_accessor(mesh.color, "VEC4", GlbType::Float, GlbTarget::Vertices);
  GlbBuilder::Json primitive = {
      {"attributes", std::move(attributes)},
      {"indices",
       out.add_accessor(s.triangle(), "SCALAR", GlbType::UnsignedInt, GlbTarget::Indices)}};
  if (mesh.material >= 0) primitive["material"] = out.add_material(mesh.material);
  const std::string name = clean_utf8(mesh.name);
  out.root["meshes"].push_back(
      {{"name", name}, {"primitives", GlbBuilder::Json::array({std::move(primitive)})}});
  const std::size_t index = out.root["meshes"].size() - 1;
  out.root["nodes"].push_back({{"name", name}, {"mesh", index}});
  out.root["scenes"][0]["nodes"].push_back(index);
}

}  // namespace

void write_glb(const Model& model, const std::vector<Surface>& surfaces, FileWriter& file,
               GlbPacking packing) {
  GlbBuilder builder(model);
  constexpr float kPrepared = 0.5f;  // of the work
  file.stretch(kPrepared, surfaces.size());
  for (const Surface& s : surfaces) {
    add_surface(builder, s);
    file.step();
  }
  builder.write(file, packing);
}

}  // namespace bindpose
