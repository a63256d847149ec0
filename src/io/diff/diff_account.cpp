// What was compared, in words.
#include <algorithm>
#include <cmath>
#include <functional>

#include "io/diff/diff_names.h"
#include "io/diff/diff_numbers.h"
#include "io/diff/node_account.h"
#include "io/diff/surface_account.h"
#include "io/text/text_table.h"
#include "math/rotation.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// What lengths may be off. Sizes that are nearly the same are told once.
std::string limits_text(double tolerance, const DiffSizes& size) {
  const auto of = [&](double x) { return metres_text(tolerance * x) + " of " + metres_text(x); };
  const double larger = std::max(size.bind, size.posed), smaller = std::min(size.bind, size.posed);
  if (larger < 1.25 * smaller) return of(size.bind);
  return of(size.bind) + " in the bind pose, " + of(size.posed) + " in others";
}

std::string parent_name(const Model& model, int parent) {
  return parent < 0 ? "none" : printable(model.skeleton.name[idx(parent)]);
}

// "hips", "no bone of a human".
std::string human_words(const Model& model, int joint) {
  const std::string& bone = joint < 0 ? std::string() : human_bone(model.skeleton, joint);
  return bone.empty() ? "no bone of a human" : printable(bone);
}

// What a joint differs in, in that part.
std::string joint_words(const DiffReport& r, const JointDiff& joint, DiffPart part) {
  switch (part) {
    case DiffPart::Joints:
      return joint.b < 0 ? "only in A" : "only in B";
    case DiffPart::Parents:
      return "below " + parent_name(*r.a.model, joint.parent_a) + " in A, " +
             parent_name(*r.b.model, joint.parent_b) + " in B";
    case DiffPart::Humanoid:
      return human_words(*r.a.model, joint.a) + " in A, " + human_words(*r.b.model, joint.b) +
             " in B";
    case DiffPart::Bind:
      return metres_text(joint.bind.metres);
    case DiffPart::Axes:
      return degrees_text(joint.bind.degrees);
    case DiffPart::Rest:
      return apart_text(joint.rest);
    default:
      break;
  }
  return apart_text(joint.clips) + ", clip " +
         (joint.clip < 0 ? "" : printable(clip_name(r, r.diff.clips[idx(joint.clip)]))) + " at " +
         seconds_text(joint.time);
}

double badness(const JointDiff& joint, DiffPart part) {
  switch (part) {
    case DiffPart::Bind:
      return joint.bind.metres;
    case DiffPart::Axes:
      return joint.bind.degrees;
    case DiffPart::Rest:
      return joint.rest.metres + joint.rest.degrees * 1e-2 + joint.rest.scale;
    case DiffPart::Clips:
      return joint.clips.metres + joint.clips.degrees * 1e-2 + joint.clips.scale;
    default:
      return 0.0;  // in their own order
  }
}

DiffChapter chapter(DiffPart part, std::string says, std::vector<DiffRow> rows = {}) {
  return {part, false, std::move(says), std::move(rows), {}};
}

DiffRow joint_row(const DiffReport& r, const JointDiff& joint, DiffPart part) {
  DiffRow row{printable(joint_name(r, joint)), joint_words(r, joint, part), joint.a, joint.b};
  if (part == DiffPart::Clips && joint.clip >= 0) {
    row.clip = r.diff.clips[idx(joint.clip)].a;
    row.time = joint.time;
  }
  return row;
}

// The worst first.
std::vector<DiffRow> joint_rows(const DiffReport& r, DiffPart part) {
  std::vector<const JointDiff*> differ;
  for (const JointDiff& joint : r.diff.joints) {
    if (joint.differs[static_cast<int>(part)]) differ.push_back(&joint);
  }
  std::ranges::stable_sort(differ, std::greater<>(),
                           [&](const JointDiff* j) { return badness(*j, part); });
  std::vector<DiffRow> rows;
  for (const JointDiff* joint : differ) rows.push_back(joint_row(r, *joint, part));
  return rows;
}

// "", or how B's bind pose was taken to A's.
std::string space_words(const mat4& space) {
  if (space == mat4(1.0f)) return {};
  const Transform parts = decompose(space);
  const double turn = degrees_apart(quat(1.0f, 0.0f, 0.0f, 0.0f), parts.q);
  const auto [least, most] = std::minmax({parts.s.x, parts.s.y, parts.s.z});
  std::vector<std::string> how;
  if (most - least > 1e-4f * std::abs(most)) {
    how.push_back(short_number(parts.s.x) + ", " + short_number(parts.s.y) + " and " +
                  short_number(parts.s.z) + " times as large along its axes");
  } else if (std::abs(most - 1.0f) > 1e-5f) {
    how.push_back(short_number(most) + " times as large");
  }
  if (turn > 0.01) how.push_back("turned by " + degrees_text(turn));
  how.push_back("moved by " + metres_text(glm::length(parts.t)));
  std::string out = ", once B's coordinates are A's: ";
  for (std::size_t k = 0; k < how.size(); ++k) out += (k > 0 ? ", " : "") + how[k];
  return out + ", which no pose shows";
}

DiffChapter joints_chapter(const DiffReport& r, DiffPart part) {
  std::vector<DiffRow> rows = joint_rows(r, part);
  double most = 0.0;
  std::size_t both = 0;
  for (const JointDiff& joint : r.diff.joints) {
    if (joint.a >= 0 && joint.b >= 0) ++both;
    if (part == DiffPart::Bind) most = std::max(most, joint.bind.metres);
    if (part == DiffPart::Axes) most = std::max(most, joint.bind.degrees);
    if (part == DiffPart::Rest) most = std::max(most, joint.rest.metres);
  }
  const std::string space = part == DiffPart::Bind ? space_words(r.diff.bind_space) : "";
  if (r.diff.joints.empty()) return chapter(part, "none in either");
  if (rows.empty()) {
    const bool plain = part < DiffPart::Bind;
    const std::string of = counted(both, "joint", "joints");
    return chapter(part, "the same" +
                             (plain ? " (" + of + ")"
                                    : ", to " + (part == DiffPart::Axes ? degrees_text(most)
                                                                        : metres_text(most))) +
                             space);
  }
  std::string says = counted(rows.size(), "joint differs", "joints differ") + " of " +
                     grouped(r.diff.joints.size()) + space;
  return chapter(part, std::move(says), std::move(rows));
}

// Of clips that were put together though their names differ.
std::string other_name(const DiffReport& r, const ClipDiff& clip) {
  if (clip.a < 0 || clip.b < 0) return {};
  const std::string& b = clip_at(r.b, clip.b)->name;
  return clip_at(r.a, clip.a)->name == b ? "" : "named " + in_quotes(printable(b)) + " in B";
}

DiffChapter clips_chapter(const DiffReport& r) {
  std::vector<DiffRow> rows;
  std::size_t both = 0;
  for (const ClipDiff& clip : r.diff.clips) {
    if (clip.a >= 0 && clip.b >= 0) ++both;
    if (!clip.differs) continue;
    DiffRow row{printable(clip_name(r, clip)), clip.b < 0   ? "only in A"
                                               : clip.a < 0 ? "only in B"
                                                            : ""};
    row.clip = clip.a;
    const bool in_both = row.words.empty();
    row.words += other_name(r, clip);
    if (in_both && std::abs(clip.duration_a - clip.duration_b) > 1e-4) {
      row.words += (row.words.empty() ? "" : "; ") + short_number(clip.duration_a) + " s in A, " +
                   short_number(clip.duration_b) + " s in B";
    }
    const auto farthest = [&](const std::string& name, const auto& at) {
      row.words += (row.words.empty() ? "" : "; ") + ("farthest at " + printable(name));
      row.joint_a = at.a;
      row.joint_b = at.b;
      row.time = clip.time;
    };
    if (clip.node >= 0) {
      const NodeDiff& node = r.diff.nodes[idx(clip.node)];
      farthest(node_name(r, node), node);
    } else if (clip.joint >= 0) {
      const JointDiff& joint = r.diff.joints[idx(clip.joint)];
      farthest(joint_name(r, joint), joint);
    }
    rows.push_back(std::move(row));
  }
  const auto part = DiffPart::Clips;
  if (r.diff.clips.empty()) return chapter(part, "none in either");
  if (rows.empty()) {
    const std::string renamed = other_name(r, r.diff.clips.front());
    return chapter(part, "the same (" + counted(both, "clip", "clips") + ", " +
                             std::to_string(r.options.samples) + " times each)" +
                             (renamed.empty() ? "" : ", " + renamed));
  }
  std::string says =
      counted(rows.size(), "clip differs", "clips differ") + " of " + grouped(r.diff.clips.size());
  DiffChapter out = chapter(part, std::move(says), std::move(rows));
  out.more = joint_rows(r, part);
  return out;
}

// "its shape by 3 mm at most, at vertex 120 of Head", of B where that is B's.
std::string shape_words(const DiffReport& r, const MorphDiff& m) {
  const std::string by = "its shape by " + metres_text(m.metres);
  if (m.place.at.empty()) return by;
  const Model& model = *(m.place.of_a ? r.a : r.b).model;
  return by + " at most, at " + std::to_string(m.place.at.vertex) + " of " +
         printable(model.meshes[idx(m.place.at.mesh)].name) + (m.place.of_a ? "" : " of B") + " (" +
         counted(m.place.other, "vertex", "vertices") + ")";
}

DiffChapter morphs_chapter(const DiffReport& r) {
  const auto part = DiffPart::Morphs;
  if (r.diff.morphs.empty()) return chapter(part, "none in either");
  std::vector<DiffRow> rows;
  const double t = r.options.tolerance;
  for (const MorphDiff& m : r.diff.morphs) {
    if (!m.differs) continue;
    std::string words = m.b < 0 ? "only in A" : m.a < 0 ? "only in B" : "";
    const auto say = [&words](const std::string& text) {
      words += (words.empty() ? "" : ", ") + text;
    };
    if (m.weight > t) say("m_k by " + short_number(m.weight) + " at rest");
    if (m.shape_differs) say(shape_words(r, m));
    if (m.clips > t) {
      say("m_k by " + short_number(m.clips) + " in clip " +
          printable(clip_name(r, r.diff.clips[idx(m.clip)])));
    }
    DiffRow row{printable(channel_name(r, m)), words};
    if (m.shape_differs) row.of_a = m.place.of_a, row.at = m.place.at;
    rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    return chapter(part, "the same (" + counted(r.diff.morphs.size(), "channel", "channels") + ")");
  }
  std::string says = counted(rows.size(), "channel differs", "channels differ") + " of " +
                     grouped(r.diff.morphs.size());
  return chapter(part, std::move(says), std::move(rows));
}

// What a mesh asks for: "linear blend".
const char* deformer_words(const Mesh& mesh) {
  if (!mesh.file_binding.skin.wants_dual_quaternions) return "linear blend";
  return mesh.dq_blend_weight.empty() ? "dual quaternions" : "a blend of both";
}

DiffChapter skinning_chapter(const DiffReport& r) {
  const auto part = DiffPart::Skinning;
  if (r.diff.skinning.empty()) return chapter(part, "the same");
  std::vector<DiffRow> rows;
  for (const SkinningDiff& s : r.diff.skinning) {
    const Mesh &a = r.a.model->meshes[idx(s.a)], &b = r.b.model->meshes[idx(s.b)];
    rows.push_back(
        {printable(a.name),
         s.part > 0.0 ? "blended otherwise, by " + short_number(s.part)
                      : std::string(deformer_words(a)) + " in A, " + deformer_words(b) + " in B"});
  }
  std::string says = counted(rows.size(), "mesh asks", "meshes ask") + " for another deformer";
  return chapter(part, std::move(says), std::move(rows));
}

std::string worn(const std::string& name, bool there) {
  return !there ? "none" : name.empty() ? "one without a name" : in_quotes(printable(name));
}

// A material by its name, or what a mesh wears in both.
DiffRow material_row(const DiffReport& r, const MaterialDiff& m) {
  DiffRow row;
  if (m.mesh < 0) {
    row = {printable(m.name), !m.in_b ? "only in A" : !m.in_a ? "only in B" : ""};
  } else {
    row.name = printable(r.a.model->meshes[idx(m.mesh)].name);
    if (!m.in_a || !m.in_b || m.name != m.other) {
      row.words = worn(m.name, m.in_a) + " in A, " + worn(m.other, m.in_b) + " in B";
      if (m.in_a && m.in_b && m.what.empty()) row.words += ", which look the same";
    }
  }
  for (std::size_t k = 0; k < m.what.size(); ++k) {
    if (!row.words.empty()) row.words += k == 0 ? ": " : ", ";
    row.words += m.what[k];
  }
  return row;
}

DiffChapter materials_chapter(const DiffReport& r) {
  const auto part = DiffPart::Materials;
  if (r.diff.materials.empty()) return chapter(part, "the same");
  std::vector<DiffRow> rows;
  for (const MaterialDiff& m : r.diff.materials) rows.push_back(material_row(r, m));
  std::string says = counted(rows.size(), "material differs", "materials differ");
  return chapter(part, std::move(says), std::move(rows));
}

DiffChapter chapter_of(const DiffReport& r, DiffPart part) {
  switch (part) {
    case DiffPart::Clips:
      return clips_chapter(r);
    case DiffPart::Nodes:
      return nodes_chapter(r);
    case DiffPart::Surface:
    case DiffPart::Weights:
    case DiffPart::Uv:
    case DiffPart::Colors:
      return surface_chapter(r, part);
    case DiffPart::Morphs:
      return morphs_chapter(r);
    case DiffPart::Skinning:
      return skinning_chapter(r);
    case DiffPart::Materials:
      return materials_chapter(r);
    default:
      return joints_chapter(r, part);
  }
}

}  // namespace

DiffAccount diff_account(const DiffReport& r) {
  const double t = r.options.tolerance;
  DiffAccount out;
  out.limits = "To " + short_number(t) + ": " + limits_text(t, r.diff.size) + ", " +
               degrees_text(t * kDegreesPerRadian);
  for (int p = 0; p < kDiffParts; ++p) {
    const auto part = static_cast<DiffPart>(p);
    if (r.options.ignored[p]) {
      out.part.push_back({part, true, "ignored", {}, {}});
    } else {
      out.part.push_back(chapter_of(r, part));
    }
  }
  out.same = r.diff.same();
  if (const int first = r.diff.first_joint(); first >= 0) {
    const JointDiff& joint = r.diff.joints[idx(first)];
    out.first_part =
        static_cast<DiffPart>(std::ranges::find(joint.differs, true) - std::begin(joint.differs));
    out.first = joint_row(r, joint, out.first_part);
  } else if (const auto& nodes = out.part[static_cast<int>(DiffPart::Nodes)]; !nodes.rows.empty()) {
    out.first_part = DiffPart::Nodes;
    out.first = nodes.rows.front();
  }
  return out;
}

}  // namespace bindpose
