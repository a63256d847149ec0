#include "io/diff/surface_account.h"

#include <algorithm>
#include <cmath>

#include "io/diff/diff_names.h"
#include "io/diff/diff_numbers.h"
#include "io/text/text_table.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// What is told of a mesh's vertices.
struct Told {
  std::size_t differ = 0, of = 0;  // vertices
  double most = 0.0;
  std::uint32_t vertex = 0;
  std::size_t lacking = 0;  // LayerDiff
};

enum class Aspect { Bind, Clips, Weights, UvFirst, UvSecond, Colors };

Told told(const SurfaceDiff& s, Aspect aspect) {
  const auto layer = [&](const LayerDiff& l) {
    return Told{l.other, s.compared, l.most, l.vertex, l.lacking};
  };
  switch (aspect) {
    case Aspect::Clips:
      return {s.in_clips.away, s.compared, s.in_clips.metres, s.in_clips.vertex};
    case Aspect::Weights:
      return {s.other_weights, s.compared, s.weight, s.vertex};
    case Aspect::UvFirst:
      return layer(s.uv[0]);
    case Aspect::UvSecond:
      return layer(s.uv[1]);
    case Aspect::Colors:
      return layer(s.color);
    default:
      return {s.away, s.vertices, s.metres, s.farthest};
  }
}

// A mesh of A, of B, or of that name in both.
struct MeshPair {
  const SurfaceDiff* a = nullptr;
  const SurfaceDiff* b = nullptr;
};

std::vector<MeshPair> mesh_pairs(const DiffReport& r) {
  std::vector<MeshPair> pairs;
  for (const SurfaceDiff& s : r.diff.surfaces) {
    if (s.of_a) {
      pairs.push_back({&s});
      continue;
    }
    const auto same = std::ranges::find_if(pairs, [&](const MeshPair& p) {
      return p.a != nullptr && p.b == nullptr && mesh_name(r, *p.a) == mesh_name(r, s);
    });
    if (same == pairs.end()) {
      pairs.push_back({nullptr, &s});
    } else {
      same->b = &s;
    }
  }
  return pairs;
}

// "3 of 40 vertices", "3 of 40 vertices of A, 5 of 44 of B".
std::string how_many(const Told* a, const Told* b) {
  const auto one = [](const Told& t, bool word) {
    return grouped(t.differ) + " of " +
           (word ? counted(t.of, "vertex", "vertices") : grouped(t.of));
  };
  if (a == nullptr || b == nullptr) return one(a != nullptr ? *a : *b, true);
  if (a->differ == b->differ && a->of == b->of) return one(*a, true);
  return one(*a, true) + " of A, " + one(*b, false) + " of B";
}

std::string words_of(const DiffReport& r, Aspect aspect, const SurfaceDiff& worst, const Told& t) {
  const std::string by =
      ", by " + (aspect == Aspect::Bind || aspect == Aspect::Clips ? metres_text(t.most)
                                                                   : short_number(t.most));
  const std::string where =
      " at most, at " + std::to_string(t.vertex) + (worst.of_a ? "" : " of B");
  if (aspect == Aspect::Clips && !std::isfinite(t.most)) {
    return " elsewhere, in one file at no place at all" + where.substr(8) + ", clip " +
           printable(clip_name(r, r.diff.clips[idx(worst.in_clips.clip)])) + " at " +
           seconds_text(worst.in_clips.time);
  }
  switch (aspect) {
    case Aspect::Bind:
      return " off the other surface" + by + where;
    case Aspect::Clips:
      return " elsewhere" + by + where + ", clip " +
             printable(clip_name(r, r.diff.clips[idx(worst.in_clips.clip)])) + " at " +
             seconds_text(worst.in_clips.time);
    case Aspect::Weights:
      return by + where + (worst.joint.empty() ? "" : " for " + printable(worst.joint));
    default:
      if (t.lacking == t.differ) {
        return std::string(", only one file has ") + (aspect == Aspect::Colors ? "any" : "them") +
               " there";
      }
      return by + where;
  }
}

int joint_named(const Scene& scene, const std::string& name) {
  const std::vector<std::string>& names = scene.model->skeleton.name;
  const auto at = std::ranges::find(names, name);
  return name.empty() || at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

void add_row(const DiffReport& r, const MeshPair& pair, Aspect aspect, std::vector<DiffRow>& rows) {
  Told of_a, of_b;
  if (pair.a != nullptr) of_a = told(*pair.a, aspect);
  if (pair.b != nullptr) of_b = told(*pair.b, aspect);
  if (of_a.differ + of_b.differ == 0) return;
  constexpr double kRounding = 1.0 + 1e-4;  // A first where both say the same
  const bool in_b = of_a.differ == 0 || of_b.most > kRounding * of_a.most;
  const SurfaceDiff& worst = in_b ? *pair.b : *pair.a;
  const Told& most = in_b ? of_b : of_a;
  DiffRow row{printable(mesh_name(r, worst)), ""};
  if (pair.a == nullptr || pair.b == nullptr) row.name += pair.b == nullptr ? " of A" : " of B";
  if (aspect == Aspect::Clips) row.name += " in clips";
  if (aspect == Aspect::UvSecond) row.name += ", second set";
  row.words = how_many(pair.a == nullptr ? nullptr : &of_a, pair.b == nullptr ? nullptr : &of_b) +
              words_of(r, aspect, worst, most);
  row.of_a = worst.of_a;
  row.at = {worst.mesh, most.vertex};
  if (aspect == Aspect::Weights) {
    row.joint_a = joint_named(r.a, worst.joint);
    row.joint_b = joint_named(r.b, worst.joint);
  }
  if (aspect == Aspect::Clips) {
    row.clip = r.diff.clips[idx(worst.in_clips.clip)].a;
    row.time = worst.in_clips.time;
  }
  rows.push_back(std::move(row));
}

// Triangles that one of both lacks, and those that are turned round.
void add_face_rows(const DiffReport& r, const MeshPair& pair, std::vector<DiffRow>& rows) {
  const SurfaceDiff& named = pair.a != nullptr ? *pair.a : *pair.b;
  const auto add = [&](bool of_a, std::uint32_t vertex, const std::string& words) {
    DiffRow row{printable(mesh_name(r, named)) + ", triangles",
                words + ", the first at " + std::to_string(vertex) + (of_a ? "" : " of B")};
    row.of_a = of_a;
    row.at = {(of_a ? pair.a : pair.b)->mesh, vertex};
    rows.push_back(std::move(row));
  };
  const auto of = [](std::size_t count, const FaceDiff& faces) {
    return grouped(count) + " of " + grouped(faces.triangles);
  };
  for (const SurfaceDiff* s : {pair.a, pair.b}) {
    if (s == nullptr || s->faces.missing == 0) continue;
    add(s->of_a, s->faces.missing_at,
        of(s->faces.missing, s->faces) + (s->of_a ? " only in A" : " only in B"));
  }
  // Seen from both sides it is the same.
  for (const SurfaceDiff* s : {pair.a, pair.b}) {
    if (s == nullptr || s->faces.turned == 0) continue;
    add(s->of_a, s->faces.turned_at, of(s->faces.turned, s->faces) + " turned round");
    break;
  }
}

// "29,798 vertices each", "3 vertices of A, 4 of B".
std::string vertices_of_both(const DiffReport& r, Aspect aspect) {
  std::size_t a = 0, b = 0;
  for (const SurfaceDiff& s : r.diff.surfaces) (s.of_a ? a : b) += told(s, aspect).of;
  if (a == b) return counted(a, "vertex", "vertices") + " each";
  return counted(a, "vertex", "vertices") + " of A, " + grouped(b) + " of B";
}

double most_of(const DiffReport& r, Aspect aspect) {
  double most = 0.0;
  for (const SurfaceDiff& s : r.diff.surfaces) most = std::max(most, told(s, aspect).most);
  return most;
}

std::string in_clips(const DiffReport& r, bool same) {
  if (r.diff.surface_samples == 0) return "";
  return (same ? ", and in clips to " + metres_text(most_of(r, Aspect::Clips)) : "") + " (" +
         std::to_string(r.diff.surface_samples) + " times each)";
}

std::string same_words(const DiffReport& r, DiffPart part) {
  const auto to = [&](Aspect aspect) { return ", to " + short_number(most_of(r, aspect)); };
  switch (part) {
    case DiffPart::Surface:
      return "the same in the bind pose (" + vertices_of_both(r, Aspect::Bind) + "), to " +
             metres_text(most_of(r, Aspect::Bind)) + in_clips(r, true);
    case DiffPart::Weights:
      return "the same (" + vertices_of_both(r, Aspect::Weights) + ")" + to(Aspect::Weights);
    case DiffPart::Uv:
      return "the same" + to(most_of(r, Aspect::UvSecond) > most_of(r, Aspect::UvFirst)
                                 ? Aspect::UvSecond
                                 : Aspect::UvFirst);
    default:
      return "the same" + to(Aspect::Colors);
  }
}

bool any_mesh(const DiffReport& r, DiffPart part) {
  const auto has = [part](const Mesh& mesh) {
    return part == DiffPart::Uv ? !mesh.uv.empty() || !mesh.uv_second.empty() : !mesh.color.empty();
  };
  return std::ranges::any_of(r.a.model->meshes, has) || std::ranges::any_of(r.b.model->meshes, has);
}

}  // namespace

DiffChapter surface_chapter(const DiffReport& r, DiffPart part) {
  DiffChapter out{part, false, "none in either", {}, {}};
  const bool lies_on = part == DiffPart::Uv || part == DiffPart::Colors;
  if (r.diff.surfaces.empty() || (lies_on && !any_mesh(r, part))) return out;
  std::size_t compared = 0;
  for (const SurfaceDiff& s : r.diff.surfaces) compared += s.compared;
  if (part != DiffPart::Surface && compared == 0) {
    out.says = "no vertex of one is where a vertex of the other is: not compared";
    return out;
  }
  std::size_t meshes = 0, at_rest = 0;
  for (const MeshPair& pair : mesh_pairs(r)) {
    const std::size_t before = out.rows.size();
    const auto add = [&](Aspect aspect) { add_row(r, pair, aspect, out.rows); };
    switch (part) {
      case DiffPart::Surface:
        add(Aspect::Bind);
        add_face_rows(r, pair, out.rows);
        at_rest += out.rows.size() - before;
        add(Aspect::Clips);
        break;
      case DiffPart::Weights:
        add(Aspect::Weights);
        break;
      case DiffPart::Uv:
        add(Aspect::UvFirst);
        add(Aspect::UvSecond);
        break;
      default:
        add(Aspect::Colors);
    }
    if (out.rows.size() > before) ++meshes;
  }
  if (meshes == 0) {
    out.says = same_words(r, part);
    return out;
  }
  out.says = counted(meshes, "mesh differs", "meshes differ");
  if (part == DiffPart::Surface && at_rest == 0) {
    out.says = "the same in the bind pose (" + vertices_of_both(r, Aspect::Bind) +
               "), but in clips " + out.says + in_clips(r, false);
  } else if (part == DiffPart::Surface) {
    out.says += at_rest == out.rows.size() ? " in the bind pose"
                                           : ", in the bind pose and in clips" + in_clips(r, false);
  }
  return out;
}

}  // namespace bindpose
