// Weights taken of another model: itself, in other units and axes, with other joints, and clothes
// without a rig.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "io/import.h"
#include "math/transform.h"
#include "scene/automatic/transfer.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> demo(const std::string& name) {
  return import_model(fs::path(BINDPOSE_SOURCE_DIR) / "assets" / name);
}

using NamedRow = std::map<std::string, float>;

std::vector<NamedRow> named_rows(const Model& model, const std::vector<int>& joint,
                                 const Influences& in) {
  std::vector<NamedRow> out(in.vertex_count());
  for (std::size_t v = 0; v < out.size(); ++v) {
    for (std::size_t e = in.offset[v]; e < in.offset[v + 1]; ++e)
      out[v][model.skeleton.name[static_cast<std::size_t>(joint[in.slot[e]])]] += in.weight[e];
  }
  return out;
}
std::vector<NamedRow> file_rows(const Model& model, std::size_t mesh = 0) {
  const MeshBinding& binding = model.meshes[mesh].file_binding;
  return named_rows(model, binding.skin.joint, binding.influences);
}

float most_apart(const std::vector<NamedRow>& a, const std::vector<NamedRow>& b) {
  EXPECT_EQ(a.size(), b.size());
  float most = 0.0f;
  for (std::size_t v = 0; v < a.size(); ++v) {
    float sum = 0.0f;
    for (const auto& [name, w] : b[v]) {
      const auto there = a[v].find(name);
      most = std::max(most, std::abs(w - (there == a[v].end() ? 0.0f : there->second)));
      sum += w;
    }
    for (const auto& [name, w] : a[v]) {
      if (!b[v].contains(name)) most = std::max(most, w);
    }
    EXPECT_NEAR(sum, 1.0f, 1e-5f);
  }
  return most;
}

// The same in another file's space: points of the file become `way` times as they are.
std::shared_ptr<Model> in_space(const Model& model, const mat4& way) {
  auto out = std::make_shared<Model>(model);
  out->id = ModelId::fresh();
  out->to_display = model.to_display * inverse_affine(way);
  for (std::size_t j = 0; j < out->skeleton.parent.size(); ++j) {
    if (out->skeleton.parent[j] >= 0) continue;
    out->skeleton.rest_local[j] = way * out->skeleton.rest_local[j];
    out->bind_local[j] = way * out->bind_local[j];
  }
  const mat3 turn = mat3(way) / glm::length(vec3(way[0]));
  for (Mesh& mesh : out->meshes) {
    for (vec3& p : mesh.position) p = vec3(way * vec4(p, 1.0f));
    for (vec3& n : mesh.normal) n = turn * n;
    for (std::size_t t = 0; t < mesh.triangle.size() && glm::determinant(turn) < 0.0f; t += 3)
      std::swap(mesh.triangle[t], mesh.triangle[t + 1]);
    Skin& skin = mesh.file_binding.skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      skin.bind[s] = way * skin.bind[s];
      skin.inverse_bind[s] = inverse_affine(skin.bind[s]);
    }
  }
  return out;
}

WeightTransfer from_model(const std::shared_ptr<const Model>& model, const Model& from,
                          const TransferWeights& how = {}) {
  return transfer_weights(make_scene(model), from, how);
}

TEST(TransferModels, ToItselfGivesTheSameWeights) {
  for (const char* name : {"capsule.glb", "ogre.glb"}) {
    const auto model = demo(name);
    const WeightTransfer made = from_model(model, *model);
    EXPECT_EQ(made.sure, made.vertices);
    EXPECT_TRUE(made.notes.empty());
    for (const MeshWeights& w : made.weights) {
      EXPECT_LT(most_apart(file_rows(*model, static_cast<std::size_t>(w.mesh)),
                           named_rows(*model, w.joint, w.influences)),
                1e-5f)
          << name << " " << w.mesh;
    }
  }
}

TEST(TransferModels, ACoatAroundTheBodyHasItsWeights) {
  const auto body = demo("capsule.glb");
  auto coat = std::make_shared<Model>(*body);
  coat->id = ModelId::fresh();
  Mesh& mesh = coat->meshes[0];
  for (std::size_t v = 0; v < mesh.position.size(); ++v) mesh.position[v] += 0.01f * mesh.normal[v];
  Influences& in = mesh.file_binding.influences;
  in = {};
  in.offset.assign(mesh.position.size() + 1, 0);
  in.raw_weight_sum.assign(mesh.position.size(), 0.0f);
  const WeightTransfer made = from_model(coat, *body);
  EXPECT_EQ(made.sure, made.vertices);
  // The nearest point of the body is not quite the vertex: its normal is that of the sphere, the
  // body has triangles.
  EXPECT_LT(most_apart(file_rows(*body),
                       named_rows(*coat, made.weights[0].joint, made.weights[0].influences)),
            0.01f);
}

// Two figures that only stand in the same place: it is done, and said with figures.
TEST(TransferModels, AModelThatHasNothingToDoWithItIsNamed) {
  const WeightTransfer made = from_model(demo("ogre.glb"), *demo("octopus.glb"));
  ASSERT_FALSE(made.notes.empty());
  EXPECT_NE(made.notes[0].find(" % of the surface of ogre.glb"), std::string::npos)
      << made.notes[0];
  EXPECT_NE(made.notes[0].find("of 29,798 vertices) lies on that of octopus.glb"),
            std::string::npos)
      << made.notes[0];
  EXPECT_LT(double(made.sure), 0.05 * double(made.vertices));
}

TEST(TransferModels, UnitsAndAxesOfTheFilesDoNotMatter) {
  const auto body = demo("capsule.glb");
  mat4 cm_z_up(0.0f);  // y up, metres to z up, centimetres
  cm_z_up[0][0] = 100.0f;
  cm_z_up[1][2] = 100.0f;
  cm_z_up[2][1] = -100.0f;
  cm_z_up[3][3] = 1.0f;
  const auto other = in_space(*body, cm_z_up);
  ASSERT_EQ(check_model(*other), "");
  // Half of it has no sure partner, so that the inpainting counts as well.
  TransferWeights how;
  how.angle = 10.0f;
  auto bent = std::make_shared<Model>(*body);
  for (vec3& p : bent->meshes[0].position) p.x += p.y > 0.5f ? 0.3f : 0.0f;
  const auto bent_other = in_space(*bent, cm_z_up);
  const WeightTransfer a = from_model(bent, *body, how), b = from_model(bent_other, *body, how),
                       c = from_model(bent, *other, how);
  EXPECT_GT(a.inpainted, 100u);
  EXPECT_NEAR(double(a.sure), double(b.sure), 2.0);  // at the very edge rounding decides
  EXPECT_NEAR(double(a.sure), double(c.sure), 2.0);
  const auto rows = [&](const WeightTransfer& t) {
    return named_rows(*body, t.weights[0].joint, t.weights[0].influences);
  };
  // A file in the mirror: what faces outwards does so there as well.
  const WeightTransfer d =
      from_model(in_space(*bent, glm::mat4(glm::mat3(-1, 0, 0, 0, 1, 0, 0, 0, 1))), *body, how);
  EXPECT_NEAR(double(a.sure), double(d.sure), 2.0);
  EXPECT_LT(most_apart(rows(a), rows(d)), 1e-3f);
  EXPECT_LT(most_apart(rows(a), rows(b)), 1e-3f);
  EXPECT_LT(most_apart(rows(a), rows(c)), 1e-3f);
}

TEST(TransferModels, AJointThatIsLackingGivesItsWeightToTheOneAbove) {
  const auto body = demo("capsule.glb");
  auto shorn = std::make_shared<Model>(*body);
  shorn->id = ModelId::fresh();
  int last = -1;
  for (std::size_t j = 0; j < body->skeleton.parent.size(); ++j) {
    if (body->skeleton.file_flags.has_weight[j] != 0) last = static_cast<int>(j);
  }
  ASSERT_GE(last, 1);
  const auto at = static_cast<std::size_t>(last);
  const std::string gone = body->skeleton.name[at];
  const std::string above =
      body->skeleton.name[static_cast<std::size_t>(body->skeleton.parent[at])];
  shorn->skeleton.name[at] = "nobody";
  const WeightTransfer made = from_model(shorn, *body);
  ASSERT_EQ(made.notes.size(), 1u);
  EXPECT_NE(made.notes[0].find("1 joint of capsule.glb with weights is not in"), std::string::npos)
      << made.notes[0];
  EXPECT_NE(made.notes[0].find("(" + gone + ")"), std::string::npos);
  std::vector<NamedRow> expected = file_rows(*body);
  for (NamedRow& row : expected) {
    if (!row.contains(gone)) continue;
    row[above] += row[gone];
    row.erase(gone);
  }
  EXPECT_LT(
      most_apart(expected, named_rows(*shorn, made.weights[0].joint, made.weights[0].influences)),
      1e-5f);
}

TEST(TransferModels, SaysWhatCannotBe) {
  const auto body = demo("capsule.glb");
  const auto problem = [](const std::shared_ptr<const Model>& model, const Model& from,
                          const TransferWeights& how = {}) -> std::string {
    try {
      from_model(model, from, how);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  };
  const auto far_away = in_space(*body, mat4(1.0f));
  for (vec3& p : far_away->meshes[0].position) p.x += 100.0f;
  EXPECT_NE(problem(far_away, *body).find("No vertex of capsule.glb lies near enough"),
            std::string::npos);
  auto bare = std::make_shared<Model>(*body);
  bare->meshes[0].file_binding.skin.skinned = false;
  EXPECT_EQ(problem(body, *bare),
            "capsule.glb has no weights that could be taken. Choose a model with a skin, or give "
            "that one "
            "weights first (bindpose bind, or in its window Weights > Compute weights).");
  TransferWeights selected;
  selected.selected = true;
  EXPECT_NE(problem(body, *body, selected).find("No vertex is selected"), std::string::npos);
  TransferWeights wide;
  wide.angle = 200.0f;
  EXPECT_NE(problem(body, *body, wide).find("0 to 180"), std::string::npos);
}

TEST(TransferModels, AnEditIsOneStepAndComesBackFromItsText) {
  const auto body = demo("capsule.glb");
  Document document(make_scene(body));
  TransferWeights edit{"my body.glb", 0.1f, 45.0f, 4, true};
  const std::string text = to_text(edit, *body);
  EXPECT_EQ(text, "transfer weights from \"my body.glb\" distance 0.1 angle 45 limit 4 selected");
  std::string error;
  const auto read = parse_edit(text, *body, error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(to_text(*read, *body), text);
  EXPECT_EQ(document.apply({*read}).extent, Change::None);  // nobody has opened the file
  EXPECT_FALSE(document.can_undo());
  EXPECT_FALSE(parse_edit("transfer weights from a.glb angle 181", *body, error));
  EXPECT_NE(error.find("0 to 180"), std::string::npos) << error;
  EXPECT_FALSE(parse_edit("transfer clip from a.glb", *body, error));

  // All weight goes to one joint; then they come back.
  auto flat = std::make_shared<std::vector<MeshWeights>>();
  MeshWeights one{0, {body->meshes[0].file_binding.skin.joint[0]}, {}};
  const std::size_t count = body->meshes[0].position.size();
  for (std::size_t v = 0; v < count; ++v) {
    one.influences.slot.push_back(0);
    one.influences.weight.push_back(1.0f);
    one.influences.offset.push_back(static_cast<std::uint32_t>(v + 1));
    one.influences.raw_weight_sum.push_back(1.0f);
  }
  flat->push_back(one);
  document.apply({SetInfluences{flat, "flat"}});
  TransferWeights back{"capsule.glb"};
  back.made = std::make_shared<const std::vector<MeshWeights>>(
      transfer_weights(document.scene(), *body, back).weights);
  document.apply({back});
  EXPECT_EQ(document.undo_label(), "Weights of another file");
  const MeshBinding& binding = binding_of(document.scene(), 0);
  EXPECT_LT(most_apart(file_rows(*body), named_rows(*body, binding.skin.joint, binding.influences)),
            1e-5f);
  document.undo();
  EXPECT_EQ(binding_of(document.scene(), 0).influences.slot.size(), count);

  const auto ten = parse_edit("vertices of capsule 0-9", document.scene(), error);
  ASSERT_TRUE(ten) << error;
  document.apply({*ten});
  back.selected = true;
  EXPECT_EQ(transfer_weights(document.scene(), *body, back).vertices, 10u);
}

// A shirt without a rig, in a space of its own.
TEST(TransferModels, ASurfaceWithoutBonesGetsTheSkeleton) {
  const auto body = demo("capsule.glb");
  const fs::path file = tests::temp_folder() / "shirt.obj";
  {
    std::ofstream out(file);
    const Mesh& mesh = body->meshes[0];
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      const vec3 p = mesh.position[v] + 0.01f * mesh.normal[v];
      out << "v " << p.x << " " << p.y << " " << p.z << "\n";
    }
    for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
      out << "f " << mesh.triangle[t] + 1 << " " << mesh.triangle[t + 1] + 1 << " "
          << mesh.triangle[t + 2] + 1 << "\n";
    }
  }
  const auto shirt = import_model(file);
  EXPECT_TRUE(needs_rig_of(*shirt, *body));
  EXPECT_FALSE(needs_rig_of(*body, *body));
  const mat4 in_cm = glm::mat4(100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 1);
  for (const auto& wearer : {body, std::shared_ptr<const Model>(in_space(*body, in_cm))}) {
    const auto model = dressed(*shirt, *wearer);
    ASSERT_EQ(check_model(*model), "");
    Document document(make_scene(model));
    TransferWeights edit;
    const WeightTransfer made = transfer_weights(document.scene(), *wearer, edit);
    EXPECT_EQ(made.sure, made.vertices);
    edit.made = std::make_shared<const std::vector<MeshWeights>>(made.weights);
    document.apply({edit});
    // Posed as the body is: the shirt goes with it.
    const int joint = find_joint(
        model->skeleton,
        wearer->skeleton
            .name[static_cast<std::size_t>(wearer->meshes[0].file_binding.skin.joint[1])]);
    ASSERT_GE(joint, 0);
    document.apply({TransformJoint{joint, TransformJoint::Rotate, vec3(0.0f, 0.0f, 60.0f)}});
    Document worn(make_scene(wearer));
    worn.apply({TransformJoint{
        find_joint(wearer->skeleton, model->skeleton.name[static_cast<std::size_t>(joint)]),
        TransformJoint::Rotate, vec3(0.0f, 0.0f, 60.0f)}});
    std::vector<vec3> cloth, skin, normal;
    skin_mesh(document.scene(), evaluate(document.scene()), 0, cloth, nullptr);
    skin_mesh(worn.scene(), evaluate(worn.scene()), 0, skin, &normal);
    ASSERT_FALSE(cloth.empty());
    const float metre = 1.0f / glm::length(vec3(wearer->to_display[0]));
    float farthest = 0.0f;
    for (std::size_t v = 0; v < cloth.size(); v += 17) {
      const vec3& p = cloth[v];
      float nearest = 1e9f;
      for (const vec3& q : skin) nearest = std::min(nearest, glm::distance(p, q));
      farthest = std::max(farthest, nearest / metre);
    }
    EXPECT_LT(farthest, 0.02f);
  }
}

}  // namespace
}  // namespace bindpose
