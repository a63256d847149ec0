#include <algorithm>
#include <set>

#include "io/files/image_io.h"
#include "io/files/image_pixels.h"
#include "io/handout/handout_data.h"
#include "io/text/json_text.h"
#include "math/transform.h"
#include "scene/bone_layout.h"
#include "scene/scene.h"
#include "scene/segment_binding.h"

namespace bindpose::handout {
namespace {

constexpr int kTextureSide = 512;  // pixels; larger ones are shrunk
constexpr float kTextureQuality = 80.0f;

std::vector<std::uint8_t> bytes_of(const std::vector<vec3>& colors) {
  std::vector<std::uint8_t> out;
  for (const vec3& c : colors) {
    for (int k = 0; k < 3; ++k)
      out.push_back(static_cast<std::uint8_t>(std::clamp(c[k], 0.0f, 1.0f) * 255.0f + 0.5f));
  }
  return out;
}

OrderedJson texture_json(const Image& image) {
  int n = 1;
  while (std::max(image.width, image.height) / n > kTextureSide && image.width % (2 * n) == 0 &&
         image.height % (2 * n) == 0)
    n *= 2;
  return "data:image/webp;base64," +
         base64_encoded(encode_webp(n > 1 ? shrunk(image, n) : image, kTextureQuality));
}

// The base colour alone: what else a surface is made of makes little of a figure on paper.
OrderedJson material_json(const Model& model, int index) {
  Material plain;
  const Material& m = index >= 0 ? model.materials[static_cast<std::size_t>(index)] : plain;
  OrderedJson out{{"color", {m.base_color.x, m.base_color.y, m.base_color.z}},
                  {"rough", m.roughness},
                  {"image", -1}};
  const TextureUse& use = m.use(TextureSlot::BaseColor);
  if (use.image >= 0 && use.uv_set == 0) {
    out["image"] = use.image;
    out["place"] = {use.offset.x, use.offset.y, use.scale.x, use.scale.y, use.rotation};
  }
  return out;
}

OrderedJson mesh_json(const Model& model, int index) {
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(index)];
  OrderedJson out{{"name", clean_utf8(mesh.name)},
                  {"node", mesh.node},
                  {"position", packed(mesh.position)},
                  {"normal", packed(mesh.normal)},
                  {"material", material_json(model, mesh.material)},
                  {"toWorld", rows_of({to_bind_world(model, index)})},
                  {"binding", binding_json(mesh.file_binding)}};
  if (mesh.flat) out["flat"] = true;
  if (!mesh.uv.empty()) out["uv"] = packed(mesh.uv);
  if (mesh.position.size() <= 0x10000) {
    out["triangle"] =
        packed(std::vector<std::uint16_t>(mesh.triangle.begin(), mesh.triangle.end()));
  } else {
    out["triangle"] = packed(mesh.triangle);
    out["wide"] = true;
  }
  if (!mesh.dq_blend_weight.empty()) out["blend"] = packed(mesh.dq_blend_weight);
  OrderedJson morphs = OrderedJson::array();
  for (const MorphTarget& target : mesh.morph) {
    OrderedJson one{{"channel", target.channel},
                    {"vertex", packed(target.vertex)},
                    {"position", packed(target.position)}};
    if (!target.normal.empty()) one["normal"] = packed(target.normal);
    if (!target.share.empty()) one["share"] = packed(target.share);
    morphs.push_back(std::move(one));
  }
  if (!morphs.empty()) out["morph"] = std::move(morphs);
  return out;
}

OrderedJson bones_json(const Model& model) {
  const BoneLayout layout = bone_layout(model, model.skeleton.file_flags);
  OrderedJson bones = OrderedJson::array(), links = OrderedJson::array();
  for (const BoneLayout::Plan& plan : layout.plan) {
    bones.push_back({plan.joint, plan.child, plan.tail.x, plan.tail.y, plan.tail.z,
                     plan.side_is_z ? 1 : 0, plan.helper ? 1 : 0});
  }
  for (const auto& [parent, child] : layout.link) links.push_back({parent, child});
  return {{"height", layout.height}, {"list", std::move(bones)}, {"links", std::move(links)}};
}

// Where weights from distances measure from.
OrderedJson segments_json(const Model& model) {
  std::vector<int> joint;
  std::vector<float> ends;
  for (const BoneSegment& bone : bind_segments(model)) {
    joint.push_back(bone.joint);
    for (const vec3& end : {bone.head, bone.tail}) ends.insert(ends.end(), {end.x, end.y, end.z});
  }
  return {{"joint", joint}, {"ends", packed(ends)}};
}

}  // namespace

void append_rows(const mat4& m, std::vector<float>& out) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) out.push_back(m[c][r]);
  }
}

std::vector<float> rows_of(const std::vector<mat4>& matrices) {
  std::vector<float> out;
  out.reserve(12 * matrices.size());
  for (const mat4& m : matrices) append_rows(m, out);
  return out;
}

OrderedJson binding_json(const MeshBinding& binding) {
  const Influences& w = binding.influences;
  OrderedJson out{{"joint", binding.skin.joint},
                  {"bind", packed(rows_of(binding.skin.bind))},
                  {"inverse", packed(rows_of(binding.skin.inverse_bind))},
                  {"node", rows_of({inverse_affine(binding.skin.mesh_to_bind)})},
                  {"offset", packed(w.offset)},
                  {"slot", packed(w.slot)},
                  {"weight", packed(w.weight)},
                  {"skinned", binding.skin.skinned},
                  {"dual", binding.skin.wants_dual_quaternions}};
  const bool plain = std::ranges::all_of(w.raw_weight_sum, [](float s) { return s == 1.0f; });
  if (!plain) out["sum"] = packed(w.raw_weight_sum);
  return out;
}

OrderedJson model_json(const Model& model, const HandoutLook& look) {
  OrderedJson names = OrderedJson::array(), meshes = OrderedJson::array(),
              images = OrderedJson::object();
  for (const std::string& name : model.skeleton.name) names.push_back(clean_utf8(name));
  std::set<int> used;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    meshes.push_back(mesh_json(model, static_cast<int>(m)));
    const OrderedJson& material = meshes.back()["material"];
    if (material["image"].get<int>() >= 0) used.insert(material["image"].get<int>());
  }
  for (const int k : used) {
    images[std::to_string(k)] = texture_json(model.images[static_cast<std::size_t>(k)]);
  }
  return {{"name", clean_utf8(model.name)},
          {"display", rows_of({model.to_display})},
          {"metres", metres_a_unit(model)},
          {"ground", look.ground},
          {"grid", {look.grid_major, look.grid_minor}},
          {"joints", std::move(names)},
          {"parent", model.skeleton.parent},
          {"end", model.skeleton.subtree_end},
          {"colors", packed(bytes_of(look.joint_color))},
          {"rest", packed(rows_of(model.skeleton.rest_local))},
          {"channels", model.morph_channels.size()},
          {"bones", bones_json(model)},
          {"segments", segments_json(model)},
          {"images", std::move(images)},
          {"meshes", std::move(meshes)},
          {"bases", OrderedJson::array()},
          {"bindings", OrderedJson::array()}};
}

}  // namespace bindpose::handout
