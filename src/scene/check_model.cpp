// check_model: what a loaded model must satisfy before anything indexes with it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/time/key_times.h"
#include "scene/check_curve.h"
#include "scene/check_parts.h"
#include "scene/model.h"
#include "scene/names.h"

namespace bindpose {
namespace {

bool all_matrices_finite(const std::vector<mat4>& matrices) {
  return std::all_of(matrices.begin(), matrices.end(), [](const mat4& m) { return is_finite(m); });
}

std::string check_sizes(const Model& model) {
  const Skeleton& s = model.skeleton;
  const std::size_t n = s.parent.size();
  const struct {
    const char* name;
    std::size_t size;
  } arrays[] = {{"name", s.name.size()},
                {"subtree_end", s.subtree_end.size()},
                {"rest_local", s.rest_local.size()},
                {"is_joint", s.file_flags.is_joint.size()},
                {"has_weight", s.file_flags.has_weight.size()}};
  for (const auto& a : arrays) {
    if (a.size != n) return count_mismatch(std::string("The skeleton's ") + a.name, a.size, n);
  }
  for (const auto& [name, size] : {std::pair{"bind_local", model.bind_local.size()},
                                   std::pair{"has_bind", model.has_bind.size()}}) {
    if (size != n) return count_mismatch(std::string("The model's ") + name, size, n);
  }
  if (!s.human_bone.empty() && s.human_bone.size() != n) {
    return count_mismatch("The skeleton's human bones", s.human_bone.size(), n);
  }
  return {};
}

// Depth-first order: the parent of each joint is the innermost subtree that is still open.
std::string check_hierarchy(const Skeleton& s) {
  std::vector<int> open;
  for (int j = 0; j < s.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    const auto end_of = [&](int k) { return s.subtree_end[static_cast<std::size_t>(k)]; };
    while (!open.empty() && end_of(open.back()) <= j) open.pop_back();
    const int expected = open.empty() ? kNoParent : open.back();
    if (s.parent[i] != expected) {
      return "Joint " + in_quotes(s.name[i]) + " (" + std::to_string(j) + ") has parent " +
             std::to_string(s.parent[i]) + ", but the subtrees' ends put it under " +
             std::to_string(expected) + ".";
    }
    const int limit = open.empty() ? s.size() : end_of(open.back());
    if (s.subtree_end[i] <= j || s.subtree_end[i] > limit) {
      return "The subtree of joint " + in_quotes(s.name[i]) + " ends at " +
             std::to_string(s.subtree_end[i]) + ", outside (" + std::to_string(j) + ", " +
             std::to_string(limit) + "].";
    }
    open.push_back(j);
  }
  return {};
}

std::string check_joints(const Model& model) {
  const Skeleton& s = model.skeleton;
  std::unordered_set<std::string_view> names;
  for (std::size_t j = 0; j < s.parent.size(); ++j) {
    if (s.name[j].empty()) return "Joint " + std::to_string(j) + " has no name.";
    if (!names.insert(s.name[j]).second) {
      return "Two joints are named " + in_quotes(s.name[j]) + ".";
    }
    if (!is_finite(s.rest_local[j]))
      return "The rest matrix of joint " + in_quotes(s.name[j]) + " is not finite.";
    if (!is_finite(model.bind_local[j]))
      return "The bind matrix of joint " + in_quotes(s.name[j]) + " is not finite.";
  }
  return {};
}

std::string check_geometry(const Model& model, const Mesh& mesh, const std::string& name) {
  const std::size_t n = mesh.position.size();
  if (mesh.node < 0 || mesh.node >= model.skeleton.size()) {
    return name + " hangs on joint " + std::to_string(mesh.node) + ", which does not exist.";
  }
  if (mesh.material < -1 || mesh.material >= static_cast<int>(model.materials.size())) {
    return name + " uses material " + std::to_string(mesh.material) + ", which does not exist.";
  }
  if (n > 0xffffffffu) return name + " has more vertices than 32 bits can number.";
  if (mesh.normal.size() != n) return count_mismatch(name + "'s normals", mesh.normal.size(), n);
  if (!mesh.uv.empty() && mesh.uv.size() != n) {
    return count_mismatch(name + "'s texture coordinates", mesh.uv.size(), n);
  }
  if (!mesh.uv_second.empty() && mesh.uv_second.size() != n) {
    return count_mismatch(name + "'s second texture coordinates", mesh.uv_second.size(), n);
  }
  if (!mesh.color.empty() && mesh.color.size() != n) {
    return count_mismatch(name + "'s colours", mesh.color.size(), n);
  }
  if (!mesh.source_vertex.empty() && mesh.source_vertex.size() != n) {
    return count_mismatch(name + "'s source vertices", mesh.source_vertex.size(), n);
  }
  if (!mesh.dq_blend_weight.empty() && mesh.dq_blend_weight.size() != n) {
    return count_mismatch(name + "'s parts of dual quaternions", mesh.dq_blend_weight.size(), n);
  }
  for (const float part : mesh.dq_blend_weight) {
    if (!(part >= 0.0f && part <= 1.0f)) {
      return name + " has a part of dual quaternions that is not between 0 and 1.";
    }
  }
  if (!all_finite(mesh.position)) return name + " has a position that is not finite.";
  if (!all_finite(mesh.normal)) return name + " has a normal that is not finite.";
  if (!all_finite(mesh.uv) || !all_finite(mesh.uv_second))
    return name + " has a texture coordinate that is not finite.";
  if (!all_finite(mesh.color)) return name + " has a colour that is not finite.";
  if (mesh.triangle.size() % 3 != 0) return name + " has a triangle with missing corners.";
  std::uint32_t largest = 0;
  for (std::uint32_t i : mesh.triangle) largest = std::max(largest, i);
  if (!mesh.triangle.empty() && largest >= n) {
    return name + " has a triangle with vertex " + std::to_string(largest) + " of " +
           std::to_string(n) + ".";
  }
  return {};
}

// `last_mesh` says of each joint which mesh's skin named it last, from 1: one list for all meshes,
// for a mesh takes a hundred bytes and the list as many as there are joints.
std::string check_skin(const Model& model, const Mesh& mesh, const std::string& name,
                       std::vector<std::size_t>& last_mesh, std::size_t number) {
  constexpr std::size_t kMaxSlots = std::size_t{1} << 16;  // Influences::slot is 16 bits wide
  const Skin& skin = mesh.file_binding.skin;
  const std::size_t n = skin.joint.size();
  if (n > kMaxSlots) {
    return name + "'s skin has " + std::to_string(n) + " joints; at most 65536 can be numbered.";
  }
  if (skin.bind.size() != n) return count_mismatch(name + "'s bind matrices", skin.bind.size(), n);
  if (skin.inverse_bind.size() != n) {
    return count_mismatch(name + "'s inverse bind matrices", skin.inverse_bind.size(), n);
  }
  if (!all_matrices_finite(skin.bind) || !all_matrices_finite(skin.inverse_bind) ||
      !is_finite(skin.mesh_to_bind) || !std::isfinite(skin.bind_residual)) {
    return name + "'s skin has a matrix that is not finite.";
  }
  for (int j : skin.joint) {
    if (j < 0 || j >= model.skeleton.size()) {
      return name + "'s skin names joint " + std::to_string(j) + ", which does not exist.";
    }
    if (std::exchange(last_mesh[static_cast<std::size_t>(j)], number) == number) {
      return name + "'s skin names joint " +
             in_quotes(model.skeleton.name[static_cast<std::size_t>(j)]) + " twice.";
    }
  }
  return {};
}

std::string check_meshes(const Model& model) {
  std::vector<std::size_t> last_mesh(model.skeleton.parent.size(), 0);
  std::size_t number = 0;
  for (const Mesh& mesh : model.meshes) {
    const std::string name = "Mesh " + in_quotes(mesh.name);
    if (std::string e = check_geometry(model, mesh, name); !e.empty()) return e;
    if (std::string e = check_skin(model, mesh, name, last_mesh, ++number); !e.empty()) return e;
    if (std::string e = check_influences(mesh, name); !e.empty()) return e;
  }
  return {};
}

std::string check_texture(const Model& model, const TextureUse& use, const std::string& name) {
  if (use.image < -1 || use.image >= static_cast<int>(model.images.size())) {
    return name + " uses image " + std::to_string(use.image) + ", which does not exist.";
  }
  if (use.uv_set > 1) return name + " has a texture with coordinates that do not exist.";
  const float placed[] = {use.offset.x, use.offset.y, use.scale.x, use.scale.y, use.rotation};
  if (!std::ranges::all_of(placed, [](float x) { return std::isfinite(x); })) {
    return name + " has a texture that lies where nothing is finite.";
  }
  return {};
}

std::string check_surfaces(const Model& model) {
  for (const MissingTexture& t : model.missing_textures) {
    if (t.material < 0 || static_cast<std::size_t>(t.material) >= model.materials.size()) {
      return "A missing texture belongs to material " + std::to_string(t.material) +
             ", which does not exist.";
    }
  }
  for (const Material& m : model.materials) {
    const std::string name = "Material " + in_quotes(m.name);
    for (const TextureUse& use : m.texture) {
      if (std::string e = check_texture(model, use, name); !e.empty()) return e;
    }
    if (!is_finite(m.base_color) || !is_finite(m.emissive) || !is_finite(m.specular)) {
      return name + " has a colour that is not finite.";
    }
    if (!std::isfinite(m.metallic) || !std::isfinite(m.roughness) ||
        !std::isfinite(m.alpha_cutoff) || !std::isfinite(m.normal_scale) ||
        !std::isfinite(m.occlusion_strength)) {
      return name + " has a finish that is not finite.";
    }
  }
  for (const Image& i : model.images) {
    const std::string name = "Image " + in_quotes(i.name);
    if (i.width <= 0 || i.height <= 0) return name + " has no pixels.";
    const auto want = 4 * static_cast<std::size_t>(i.width) * static_cast<std::size_t>(i.height);
    if (i.pixels.size() != want) return count_mismatch(name + "'s pixels", i.pixels.size(), want);
  }
  return {};
}

bool unit_length(const vec3&) {
  return true;
}
bool unit_length(const quat& q) {
  return std::abs(glm::length(q) - 1.0f) < 1e-2f;
}

// The checks below return what comes behind the name of the place. The name itself is put together
// when something is wrong only: it may be long, and there may be a track for every few bytes.
std::string behind(const char* part, std::string e) {
  return e.empty() ? e : part + std::move(e);
}

template <typename T>
std::string check_keys(const Keys<T>& keys) {
  const bool cubic = keys.interpolation == Interpolation::Cubic;
  const std::size_t want = keys.time.size() * (cubic ? 3 : 1);
  if (keys.value.size() != want) return count_mismatch("'s keys", keys.value.size(), want);
  for (std::size_t k = 0; k < keys.time.size(); ++k) {
    if (!std::isfinite(keys.time[k])) return " has a time that is not finite.";
    if (k > 0 && keys.time[k] < keys.time[k - 1]) return " has times that go back.";
  }
  for (std::size_t k = 0; k < keys.value.size(); ++k) {
    if (!is_finite(keys.value[k])) return " has a value that is not finite.";
    const bool tangent = cubic && k % 3 != 1;
    if (!tangent && !unit_length(keys.value[k])) return " has a key that is not of unit length.";
  }
  return {};
}

std::string check_curves(const ComponentCurves& curves) {
  if (!is_finite(curves.fallback)) return " has a constant that is not finite.";
  for (const Curve& axis : curves.axis) {
    if (std::string e = check_curve(axis); !e.empty()) return e;
  }
  return {};
}

std::string check_factor(const TrackFactor& f) {
  if (!is_finite(f.matrix) || !is_finite(f.fallback.t) || !is_finite(f.fallback.q) ||
      !is_finite(f.fallback.s)) {
    return " has a constant that is not finite.";
  }
  if (std::string e = check_keys(f.translation); !e.empty()) return behind("'s translation", e);
  if (std::string e = check_keys(f.rotation); !e.empty()) return behind("'s rotation", e);
  if (std::string e = check_keys(f.scale); !e.empty()) return behind("'s scale", e);
  return behind("'s curves", check_curves(f.curves));
}

std::string check_joint_track(const JointTrack& track) {
  for (const TrackFactor& factor : track.factors) {
    if (std::string e = check_factor(factor); !e.empty()) return e;
  }
  for (const auto* scales : {&track.left_out, &track.taken_over}) {
    for (const ComponentCurves& s : *scales) {
      if (std::string e = check_curves(s); !e.empty()) return behind("'s scales", e);
    }
  }
  return {};
}

std::string check_clips(const Model& model) {
  for (const Clip& clip : model.clips) {
    const std::string name = "Clip " + in_quotes(clip.name);
    if (!std::isfinite(clip.duration) || clip.duration < 0.0) {
      return name + " has a duration that is not a time.";
    }
    if (!(clip.rate >= 0.0 && clip.rate <= kMostRate)) {
      return name + " has a rate that is no number of frames a second.";
    }
    for (const JointTrack& track : clip.tracks) {
      if (track.joint < 0 || track.joint >= model.skeleton.size()) {
        return name + " moves joint " + std::to_string(track.joint) + ", which does not exist.";
      }
      if (std::string e = check_joint_track(track); !e.empty()) {
        return name + ", joint " +
               in_quotes(model.skeleton.name[static_cast<std::size_t>(track.joint)]) + e;
      }
    }
  }
  return {};
}

std::string check_report(const Model& model) {
  for (const ReportEntry& r : model.report) {
    if (r.joint < -1 || r.joint >= model.skeleton.size() || r.mesh < -1 ||
        r.mesh >= static_cast<int>(model.meshes.size())) {
      return "The report speaks of a joint or mesh that does not exist (" + r.place + ").";
    }
    const std::size_t n =
        r.mesh < 0 ? 0 : model.meshes[static_cast<std::size_t>(r.mesh)].position.size();
    for (const std::uint32_t v : r.vertex) {
      if (v >= n) {
        return "The report speaks of vertex " + std::to_string(v) + " of " + std::to_string(n) +
               " (" + r.place + ").";
      }
    }
    if (r.vertex.size() > n) {
      return "The report lists " + std::to_string(r.vertex.size()) + " of " + std::to_string(n) +
             " vertices (" + r.place + ").";
    }
  }
  return {};
}

}  // namespace

std::string check_model(const Model& model) {
  if (std::string e = check_sizes(model); !e.empty()) return e;
  if (std::string e = check_hierarchy(model.skeleton); !e.empty()) return e;
  if (std::string e = check_joints(model); !e.empty()) return e;
  if (std::string e = check_pose_tables(model); !e.empty()) return e;
  if (std::string e = check_meshes(model); !e.empty()) return e;
  if (std::string e = check_surfaces(model); !e.empty()) return e;
  if (std::string e = check_clips(model); !e.empty()) return e;
  if (std::string e = check_morphs(model); !e.empty()) return e;
  if (!is_finite(model.to_display)) return "The display matrix is not finite.";
  return check_report(model);
}

}  // namespace bindpose
