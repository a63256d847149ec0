// Weights taken of another surface: the energy's minimiser in closed form, what counts as sure, and
// whole models in other units and axes.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "io/import.h"
#include "math/transform.h"
#include "rig/automatic/transfer.h"
#include "scene/automatic/transfer.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose {
namespace {

struct Surface {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  Influences influences{};
};

// (columns + 1) x (rows + 1) vertices in the plane z, cells of size h; normals along +z.
Surface grid(int columns, int rows, float h, vec3 origin, bool flipped = false) {
  Surface out;
  for (int y = 0; y <= rows; ++y) {
    for (int x = 0; x <= columns; ++x)
      out.position.push_back(origin + h * vec3(float(x), float(y), 0.0f));
  }
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const auto a = static_cast<std::uint32_t>(y * (columns + 1) + x), b = a + 1,
                 c = a + static_cast<std::uint32_t>(columns) + 2, d = c - 1;
      for (const std::uint32_t v :
           {a, flipped ? c : b, flipped ? b : c, a, flipped ? d : c, flipped ? c : d})
        out.triangle.push_back(v);
    }
  }
  return out;
}

void give(Surface& surface, const std::vector<std::vector<WeightEntry>>& rows) {
  surface.influences = pack_influences(rows, 100).influences;
}

void append(Surface& to, const Surface& other) {
  const auto first = static_cast<std::uint32_t>(to.position.size());
  to.position.insert(to.position.end(), other.position.begin(), other.position.end());
  for (const std::uint32_t v : other.triangle) to.triangle.push_back(first + v);
}

float taken_weight(const Influences& in, std::size_t vertex, int slot) {
  for (std::size_t e = in.offset[vertex]; e < in.offset[vertex + 1]; ++e) {
    if (in.slot[e] == slot) return in.weight[e];
  }
  return 0.0f;
}

TransferredWeights taken(const Surface& from, const Surface& to,
                         const TransferOptions& options = {}) {
  return transferred_weights({from.position, from.triangle, from.influences},
                             {to.position, to.triangle, 100, {}, nullptr}, options);
}

// A strip of right triangles of size h has edges of weight 1/2 along it and M = h^2 / 2: with both
// rows alike the energy is sum (x_i+1 - x_i)^2 + 1 / h^2 sum (x_i-1 - 2 x_i + x_i+1)^2. Where it is
// least x_i = a + b i + c r^i + d r^-i with r + 1 / r = 2 + h^2; h in the unit of length, here the
// strip's diagonal.
TEST(Transfer, InpaintsAStripByTheClosedForm) {
  constexpr int kColumns = 20;
  for (const float h : {0.1f, 10.0f}) {  // in whatever unit
    const Surface to = grid(kColumns, 1, h, vec3(0.0f));
    Surface from = grid(1, 1, h, vec3(0.0f));
    append(from, grid(1, 1, h, vec3((kColumns - 1) * h, 0.0f, 0.0f)));
    give(from, {{{0, 1}}, {{0, 1}}, {{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}});
    const TransferredWeights made = taken(from, to, {0.001, 30.0, 0});

    const double diagonal = std::sqrt(kColumns * kColumns + 1.0), unit = 1.0 / diagonal;
    const double q = 2.0 + unit * unit, r = 0.5 * (q + std::sqrt(q * q - 4.0));
    const auto row = [r](double i) { return glm::dvec4(1.0, i, std::pow(r, i), std::pow(r, -i)); };
    const glm::dmat4 known =
        glm::transpose(glm::dmat4(row(0), row(1), row(kColumns - 1), row(kColumns)));
    const glm::dvec4 x = glm::inverse(known) * glm::dvec4(0, 0, 1, 1);
    double cubic_apart = 0.0;
    for (int i = 0; i <= kColumns; ++i) {
      const double exact = glm::dot(row(i), x);
      for (int y = 0; y < 2; ++y) {
        const auto v = static_cast<std::size_t>(y * (kColumns + 1) + i);
        EXPECT_NEAR(taken_weight(made.influences, v, 1), exact, 3e-4) << i;
        EXPECT_NEAR(taken_weight(made.influences, v, 0), 1.0 - exact, 3e-4) << i;
        const bool end = i <= 1 || i >= kColumns - 1;
        EXPECT_EQ(made.origin[v], end ? WeightOrigin::Sure : WeightOrigin::Inpainted);
      }
      const double t = (i - 0.5) / (kColumns - 1);  // bending alone, without M's unit
      cubic_apart = std::max(cubic_apart, std::abs(exact - t * t * (3.0 - 2.0 * t)));
    }
    EXPECT_GT(cubic_apart, 2e-3);  // so the two terms are told apart
    EXPECT_EQ(made.unsure_parts, 0u);
  }
}

// A sheet between two others, nearer to the one that faces away from it: nothing comes from there.
TEST(Transfer, TakesNothingFromTheWrongSide) {
  Surface front = grid(8, 8, 0.1f, vec3(0.0f));
  Surface back = grid(8, 8, 0.1f, vec3(0.0f, 0.0f, -0.02f), true);
  Surface from = front;
  append(from, back);
  std::vector<std::vector<WeightEntry>> rows(front.position.size(), {{0, 1.0f}});
  rows.resize(from.position.size(), {{1, 1.0f}});
  give(from, rows);
  // Its right half bends down and lies on the back sheet.
  Surface to = grid(8, 8, 0.1f, vec3(0.0f, 0.0f, 0.001f));
  for (vec3& p : to.position) p.z -= p.x > 0.45f ? 0.0205f : 0.0f;
  const TransferredWeights made = taken(from, to);
  std::size_t inpainted = 0;
  for (std::size_t v = 0; v < to.position.size(); ++v) {
    EXPECT_EQ(taken_weight(made.influences, v, 1), 0.0f) << v;
    EXPECT_FLOAT_EQ(taken_weight(made.influences, v, 0), 1.0f) << v;
    inpainted += made.origin[v] == WeightOrigin::Inpainted;
  }
  EXPECT_GT(inpainted, 20u);
  // Any angle: the half that lies there takes it.
  const TransferredWeights any = taken(from, to, {0.05, 180.0, 0});
  EXPECT_FLOAT_EQ(taken_weight(any.influences, 8, 1), 1.0f);
}

TEST(Transfer, WhereSheetsTouchTheOneThatFacesTheSameWayCounts) {
  Surface from = grid(2, 2, 0.1f, vec3(0.0f), true);
  append(from, grid(2, 2, 0.1f, vec3(0.0f)));
  std::vector<std::vector<WeightEntry>> rows(9, {{1, 1.0f}});
  rows.resize(18, {{0, 1.0f}});
  give(from, rows);
  // Sheets at the very same places are one to the graph: normals cancel there, so apart by a hair.
  for (std::size_t v = 0; v < 9; ++v) from.position[v].z = -1e-7f;
  const Surface to = grid(2, 2, 0.1f, vec3(0.0f, 0.0f, -1e-7f));
  const TransferredWeights made = taken(from, to);
  for (std::size_t v = 0; v < 9; ++v) EXPECT_EQ(taken_weight(made.influences, v, 0), 1.0f);
}

TEST(Transfer, APartWithNothingSureTakesTheNearestPointAndIsCounted) {
  Surface from = grid(4, 4, 0.25f, vec3(0.0f));
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : from.position) rows.push_back({{0, 1.0f - 0.5f * p.x}, {1, 0.5f * p.x}});
  give(from, rows);
  Surface to = grid(4, 4, 0.25f, vec3(0.0f, 0.0f, 0.01f));
  append(to, grid(1, 1, 0.25f, vec3(0.5f, 0.0f, 0.5f)));
  const TransferredWeights made = taken(from, to);
  EXPECT_EQ(made.unsure_parts, 1u);
  for (std::size_t v = 0; v < to.position.size(); ++v) {
    EXPECT_EQ(made.origin[v], v < 25 ? WeightOrigin::Sure : WeightOrigin::Nearest);
    EXPECT_NEAR(taken_weight(made.influences, v, 1), 0.5f * to.position[v].x, 1e-6f);
  }
  const TransferredWeights one = taken(from, to, {0.05, 30.0, 1});
  EXPECT_EQ(one.influences.slot.size(), to.position.size());  // the largest alone
}

TEST(Transfer, OnlyWhatIsAskedChangesAndTheRestCountsAsKnown) {
  Surface from = grid(1, 1, 0.1f, vec3(0.0f));
  give(from, {{{0, 1}}, {{0, 1}}, {{0, 1}}, {{0, 1}}});
  Surface to = grid(4, 1, 0.1f, vec3(0.0f));
  // Of slot 5 by the fourth and the fifth column, whose sum is off.
  std::vector<std::vector<WeightEntry>> rows(10);
  for (const std::size_t v : {3u, 4u, 8u, 9u}) rows[v] = {{5, 0.5f}};
  give(to, rows);
  std::vector<std::uint8_t> asked(10, 1);
  for (const std::size_t v : {3u, 4u, 8u, 9u}) asked[v] = 0;
  const TransferredWeights made =
      transferred_weights({from.position, from.triangle, from.influences},
                          {to.position, to.triangle, 100, asked, &to.influences}, {0.01, 30.0, 0});
  for (std::size_t v = 0; v < 10; ++v) {
    const std::size_t x = v % 5;
    EXPECT_EQ(made.origin[v], x < 2   ? WeightOrigin::Sure
                              : x > 2 ? WeightOrigin::Kept
                                      : WeightOrigin::Inpainted);
    EXPECT_EQ(made.influences.raw_weight_sum[v], x > 2 ? 0.5f : 1.0f);
    EXPECT_NEAR(taken_weight(made.influences, v, 5), x < 2 ? 0.0f : x > 2 ? 1.0f : 0.5f, 2e-3f);
  }
}

// Whole models.

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
  EXPECT_EQ(problem(body, *bare), "capsule.glb has no weights that could be taken.");
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
}

// A shirt without a rig, in a space of its own.
TEST(TransferModels, ASurfaceWithoutBonesGetsTheSkeleton) {
  const auto body = demo("capsule.glb");
  const fs::path file = testing::temp_folder() / "shirt.obj";
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
