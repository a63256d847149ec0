#include "app/cli/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/verify_worst.h"
#include "io/text/scene_json.h"
#include "math/transform.h"
#include "render/renderer.h"
#include "rig/kinematics.h"
#include "rig/morph.h"
#include "rig/rigid.h"

namespace bindpose::app {

namespace {

using dmat4 = glm::dmat4;
using dvec3 = glm::dvec3;

// 3x3 entries relative to the largest of them (at least 1), translations relative to `size`.
double relative_difference(const dmat4& a, const dmat4& b, double size) {
  double linear = 0.0, largest = 1.0, shift = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      linear = std::max(linear, std::abs(a[c][r] - b[c][r]));
      largest = std::max(largest, std::abs(b[c][r]));
    }
  }
  for (int r = 0; r < 3; ++r) shift = std::max(shift, std::abs(a[3][r] - b[3][r]));
  const double d = std::max(linear / largest, shift / size);
  return std::isfinite(d) ? d : INFINITY;
}

double model_size(const Scene& scene) {
  Scene rest = scene;
  rest.pose = make_scene(scene.model).pose;
  const double d = posed_bounds(rest, evaluate(rest)).diagonal();
  return d > 0.0 ? d : 1.0;
}

std::string joint_place(const Model& model, int j) {
  return "joint " + model.skeleton.name[static_cast<std::size_t>(j)];
}

// W_j as the product of its whole chain in double, each joint on its own.
Check check_chain(const Scene& scene, const PosedScene& posed, double size) {
  const Skeleton& s = scene.model->skeleton;
  Worst worst;
  for (int j = 0; j < s.size(); ++j) {
    dmat4 product(1.0);
    for (int k = j; k != kNoParent; k = s.parent[static_cast<std::size_t>(k)]) {
      const auto i = static_cast<std::size_t>(k);
      product = dmat4(posed.base_local[i]) * dmat4(scene.pose.user_local[i]) * product;
    }
    worst.add(relative_difference(dmat4(posed.world[static_cast<std::size_t>(j)]), product, size),
              joint_place(*scene.model, j));
  }
  return finish("W_j = W_p(j) L_j Ul_j, against the whole chain in double", worst);
}

Check check_user_local(const Scene& scene, const PosedScene& posed, double size) {
  const Skeleton& s = scene.model->skeleton;
  Worst worst;
  for (int j = 0; j < s.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    const int p = s.parent[i];
    const mat4 parent = p < 0 ? mat4(1.0f) : posed.world[static_cast<std::size_t>(p)];
    if (!is_invertible(parent) || !is_invertible(posed.base_local[i])) continue;
    const mat4 back = user_local_from_world(parent, posed.base_local[i], posed.world[i]);
    // Compared where it acts: Ul's own entries mean little in a frame that is almost flat.
    const mat4 again = parent * posed.base_local[i] * back;
    worst.add(relative_difference(dmat4(again), dmat4(posed.world[i]), size),
              joint_place(*scene.model, j));
  }
  return finish("Ul_j = (W_p(j) L_j)^-1 W_j, put back", worst);
}

Check check_subtree(const Scene& scene, double size) {
  const Model& model = *scene.model;
  Worst worst;
  for (int j = 0; j < model.skeleton.size(); j += std::max(1, model.skeleton.size() / 16)) {
    Scene edited = scene;
    PosedScene partly = evaluate(edited);
    auto& user = edited.pose.user_local[static_cast<std::size_t>(j)];
    user = user_local_times_local(user, glm::mat4_cast(rotation_from_degrees({10, 20, 30})));
    evaluate_subtree(edited, j, partly);
    const PosedScene whole = evaluate(edited);
    for (std::size_t m = 0; m < whole.palette.size(); ++m) {
      for (std::size_t k = 0; k < whole.palette[m].size(); ++k) {
        worst.add(
            relative_difference(dmat4(partly.palette[m][k]), dmat4(whole.palette[m][k]), size),
            "after an edit of " + joint_place(model, j));
      }
    }
  }
  return finish("T_j after an edit: the subtree against everything", worst);
}

// T_j from worlds alone, W_j = T_j B_j.
std::vector<Check> check_skin_matrices(const Scene& scene, const PosedScene& posed, double size) {
  const Model& model = *scene.model;
  Worst alone, back;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    for (std::size_t k = 0; k < skin.joint.size(); ++k) {
      if (!is_invertible(skin.bind[k])) continue;
      const dmat4 world(posed.world[static_cast<std::size_t>(skin.joint[k])]);
      const dmat4 direct = world * glm::inverse(dmat4(skin.bind[k]));
      const std::string place = joint_place(model, skin.joint[k]);
      alone.add(relative_difference(dmat4(posed.palette[m][k]), direct, size), place);
      mat4 again;
      world_from_skin({&posed.palette[m][k], 1}, {&skin.bind[k], 1}, {&again, 1});
      back.add(relative_difference(dmat4(again), world, size), place);
    }
  }
  return {finish("T_j = W_j B_j^-1, against double from the world matrices alone", alone),
          finish("W_j = T_j B_j", back)};
}

std::vector<Check> check_bind(const Scene& scene, double size) {
  const Model& model = *scene.model;
  Scene bind = scene;
  bind.pose = make_scene(scene.model).pose;
  bind.pose.base = BasePose::Bind;
  const PosedScene posed = evaluate(bind);
  Worst worst;
  std::vector<Check> checks;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const auto& [mesh, in, skin] = bound_mesh(scene, m);
    if (!skin.skinned) continue;
    for (std::size_t k = 0; k < skin.joint.size(); ++k) {
      const auto j = static_cast<std::size_t>(skin.joint[k]);
      const std::string place = joint_place(model, skin.joint[k]) + " of mesh " + mesh.name;
      // A joint that two meshes bind differently can be at the bind pose of one of them only.
      if (relative_difference(dmat4(posed.world[j]), dmat4(skin.bind[k]), size) > 1e-3) {
        checks.push_back(skip("T_j = I in the bind pose",
                              place + ": the file binds it differently in another mesh"));
        continue;
      }
      worst.add(relative_difference(dmat4(posed.palette[m][k]), dmat4(1.0), size), place);
    }
  }
  checks.insert(checks.begin(), finish("T_j = I in the bind pose", worst));
  return checks;
}

Check check_rigid(const Scene& scene, const PosedScene& posed, double size) {
  const std::string name = "rigid form: Q_j v + t_j, against T_j v";
  const Model& model = *scene.model;
  const Skeleton& s = model.skeleton;
  const auto count = static_cast<std::size_t>(s.size());
  Scene bind = scene;
  bind.pose = make_scene(scene.model).pose;
  bind.pose.base = BasePose::Bind;
  const std::vector<mat4> bind_world = evaluate(bind).world;
  const float defect = rigid_defect(s.parent, posed.world, bind_world, static_cast<float>(size));
  if (!(defect < 1e-5f)) {
    char why[120];
    std::snprintf(why, sizeof why,
                  "this pose scales or moves joints (defect %.1e), which rigid bones cannot",
                  static_cast<double>(defect));
    return skip(name, why);
  }
  std::vector<vec3> center(count);
  for (std::size_t j = 0; j < count; ++j) center[j] = vec3(bind_world[j][3]);
  std::vector<quat> rotation(count);
  std::vector<RigidBone> bones(count);
  relative_rotations(s.parent, posed.world, bind_world, rotation);
  rigid_forward_kinematics(s.parent, center, rotation, bones);
  std::vector<mat4> skin(count);
  skin_from_worlds(posed.world, bind_world, skin);
  Worst worst;
  for (std::size_t j = 0; j < count; ++j) {
    worst.add(relative_difference(dmat4(to_matrix(bones[j])), dmat4(skin[j]), size),
              joint_place(model, static_cast<int>(j)));
  }
  return finish(name, worst);
}

// v' = sum_j w_ij (T_j v), vertex by vertex in double, straight from the formula.
std::vector<Check> check_skinning(const Scene& scene, const PosedScene& posed, double size) {
  const Model& model = *scene.model;
  Worst points, normals;
  std::vector<vec3> position, normal;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const auto& [mesh, in, skin] = bound_mesh(scene, m);
    const Shaped shaped = shaped_points(mesh, posed);
    skin_mesh(scene, posed, static_cast<int>(m), Deformer::Linear, position, &normal);
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      dmat4 blended(0.0);
      const auto first = in.offset[i], last = in.offset[i + 1];
      for (auto k = first; k < last; ++k) {
        double w = static_cast<double>(in.weight[k]);
        if (scene.view.weights == WeightUse::Raw) w *= static_cast<double>(in.raw_weight_sum[i]);
        blended += w * dmat4(posed.palette[m][in.slot[k]]);
      }
      if (first == last) blended = dmat4(posed.node_matrix[m]);
      const dvec3 p = dvec3(blended * glm::dvec4(shaped.position[i], 1.0));
      const std::string place = "vertex " + std::to_string(i) + " of mesh " + mesh.name;
      points.add(glm::length(p - dvec3(position[i])) / size, place);
      const glm::dmat3 linear(blended);
      const double det = glm::determinant(linear);
      if (std::abs(det) > 1e-12) {
        // The cofactor matrix, det * inverse transpose: a mirror turns winding and normal alike.
        const dvec3 n =
            glm::transpose(glm::inverse(linear)) * shaped.normal[i] * (det < 0.0 ? -1.0 : 1.0);
        const double length = glm::length(n);
        if (length > 1e-12) normals.add(glm::length(n / length - dvec3(normal[i])), place);
      }
    }
  }
  return {finish("LBS positions, against the formula in double", points),
          finish("LBS normals, against the inverse transpose in double", normals)};
}

}  // namespace

Shaped shaped_points(const Mesh& mesh, const PosedScene& posed) {
  Shaped out;
  out.position.assign(mesh.position.begin(), mesh.position.end());
  out.normal.assign(mesh.normal.begin(), mesh.normal.end());
  for (const MorphTarget& target : mesh.morph) {
    const float weight = posed.morph[static_cast<std::size_t>(target.channel)];
    const double m = static_cast<double>(morph_share(target, weight));
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      out.position[target.vertex[k]] += m * dvec3(target.position[k]);
      if (!target.normal.empty()) out.normal[target.vertex[k]] += m * dvec3(target.normal[k]);
    }
  }
  return out;
}

std::vector<Check> verify_on_cpu(const Scene& scene) {
  const double size = model_size(scene);
  const PosedScene posed = evaluate(scene);
  std::vector<Check> checks = check_bind(scene, size);
  const auto append = [&checks](std::vector<Check> more) {
    checks.insert(checks.end(), more.begin(), more.end());
  };
  checks.push_back(check_chain(scene, posed, size));
  checks.push_back(check_user_local(scene, posed, size));
  append(check_skin_matrices(scene, posed, size));
  checks.push_back(check_subtree(scene, size));
  checks.push_back(check_rigid(scene, posed, size));
  append(check_skinning(scene, posed, size));
  append(check_other_deformers(scene, posed, size));
  append(check_delta_mush(scene, posed, size));
  return checks;
}

namespace {

std::vector<Check> compare_gpu(const Scene& shown, Deformer method, const PosedScene& posed,
                               double size, Renderer& renderer) {
  Scene scene = shown;
  scene.view.method = method;
  Worst points, normals;
  std::vector<vec3> position, normal;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
    const GpuSkinned gpu = renderer.transform_feedback(scene, posed, static_cast<int>(m));
    const std::string mesh = " of mesh " + scene.model->meshes[m].name;
    if (gpu.position.size() != position.size() || gpu.normal.size() != normal.size()) {
      points.add(INFINITY, "wrong count" + mesh);
      continue;
    }
    for (std::size_t i = 0; i < position.size(); ++i) {
      const std::string place = "vertex " + std::to_string(i) + mesh;
      points.add(static_cast<double>(glm::length(gpu.position[i] - position[i])) / size, place);
      // A vertex normal that is zero in the file has no direction to compare.
      if (glm::length(normal[i]) > 0.5f) {
        normals.add(static_cast<double>(glm::length(gpu.normal[i] - normal[i])), place);
      }
    }
  }
  const std::string name(info_of(method).name);
  return {finish("GPU positions (transform feedback), against the CPU: " + name, points),
          finish("GPU normals (transform feedback), against the CPU: " + name, normals)};
}

}  // namespace

std::vector<Check> verify_on_gpu(const Scene& scene, Renderer& renderer) {
  const double size = model_size(scene);
  const PosedScene posed = evaluate(scene);
  renderer.set_model(scene.model);
  std::vector<Check> checks;
  for (const DeformerInfo& d : kDeformers) {
    if (!runs_on_gpu(d.method)) {
      checks.push_back(skip("GPU positions and normals, against the CPU: " + std::string(d.name),
                            "it has no GPU form, it is computed on the CPU alone"));
      continue;
    }
    std::vector<Check> more = compare_gpu(scene, d.method, posed, size, renderer);
    checks.insert(checks.end(), more.begin(), more.end());
  }
  return checks;
}

std::string verify_report(const std::vector<Check>& checks, int& failed) {
  failed = 0;
  std::string text;
  char line[512];
  for (const Check& c : checks) {
    if (c.skipped) {
      std::snprintf(line, sizeof line, "skipped        %s: %s\n", c.name.c_str(), c.note.c_str());
    } else {
      const bool good = c.difference <= kVerifyLimit;
      failed += good ? 0 : 1;
      std::snprintf(line, sizeof line, "%-6s %.1e %s (%zu compared)%s%s\n", good ? "ok" : "FAILED",
                    c.difference, c.name.c_str(), c.samples, good ? "" : ", largest at ",
                    good ? "" : c.note.c_str());
    }
    text += line;
  }
  return text;
}

std::string verify_line(const std::string& path, const std::vector<Check>& checks, int& failed) {
  failed = 0;
  std::vector<CheckLine> lines;
  for (const Check& c : checks) {
    const bool good = c.skipped || c.difference <= kVerifyLimit;
    failed += good ? 0 : 1;
    lines.push_back({c.name, c.skipped, good, c.difference, c.samples, c.note});
  }
  return checks_line(path, lines);
}

}  // namespace bindpose::app
