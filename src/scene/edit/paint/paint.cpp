#include "scene/edit/paint/paint.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "math/numbers.h"
#include "rig/mend/row_rewriter.h"
#include "rig/proximity/nearest_surface.h"
#include "rig/surface/outside.h"
#include "scene/edit/paint/paint_canvas.h"
#include "scene/edit/paint/paint_text.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

constexpr std::uint32_t kNoRow = 0xffffffffu;

// The joint on the other side where that is another one; -1: none, or the stroke is not mirrored.
int painted_partner(const Scene& scene, const Paint& paint) {
  if (!paint.mirrored || !paint.of_joint()) return -1;
  const int partner = partner_of(scene, paint.joint);
  return partner == paint.joint ? -1 : partner;
}

// What stands in the way of a stroke as a whole; a sentence, or "".
std::string paint_obstacle(const Scene& scene, const Paint& paint) {
  const Model& model = *scene.model;
  const auto locked = [&](int joint) {
    return "The weights of " + model.skeleton.name[idx(joint)] + " are locked.";
  };
  bool any = false, shown = false;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const bool skinned = binding_of(scene, m).skin.skinned;
    any = any || skinned;
    shown = shown || (skinned && !is_hidden(scene, m));
  }
  if (!any) return "No mesh of the model has a skin: there are no weights to paint.";
  if (!shown) return "All meshes with a skin are hidden: show what is to be painted.";
  if (paint.mirrored && !rig_mirror(scene).pairs.has_plane) {
    return "The model has no two sides: neither names nor places of its joints say which is left.";
  }
  if (!paint.of_joint()) return "";
  if (paint.joint < 0 || paint.joint >= model.skeleton.size()) {
    return "Select the joint whose weight is to be painted.";
  }
  if (has_locked_weights(scene, paint.joint)) return locked(paint.joint);
  if (!paint.mirrored) return "";
  const int partner = partner_of(scene, paint.joint);
  if (partner == kNoPartner) {
    return model.skeleton.name[idx(paint.joint)] +
           " has no other side: it cannot be painted mirrored.";
  }
  if (!has_locked_weights(scene, partner)) return "";
  return "The weights of " + model.skeleton.name[idx(partner)] +
         " are locked: unlock them, or paint without the other side.";
}

WeightRow painted_row(std::vector<ExactWeight> row) {
  std::erase_if(row, [](const ExactWeight& e) { return !(e.weight > 0.0); });
  std::ranges::stable_sort(row, [](const ExactWeight& a, const ExactWeight& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  });
  double sum = 0.0;
  for (const ExactWeight& e : row) sum += e.weight;
  WeightRow out{{}, row.empty() ? 0.0f : 1.0f};
  for (const ExactWeight& e : row) {
    const auto weight = static_cast<float>(e.weight / sum);
    if (weight > 0.0f) out.entry.push_back({e.slot, weight});
  }
  return out;
}

}  // namespace

struct Painting::Work {
  Work(const Scene& at_begin, const PosedScene& posed, const Paint& paint,
       std::shared_ptr<PaintCanvas> on)
      : scene(at_begin),
        canvas(std::move(on)),
        both_sides(paint.mirrored),
        partner(painted_partner(scene, paint)),
        stroke(canvas->graph(), rules_of(paint), [this](std::uint32_t p) { return begin_row(p); }),
        row_of_vertex(canvas->vertex_count(), kNoRow),
        given(canvas->graph().size()) {
    const std::size_t meshes = scene.model->meshes.size();
    for (std::size_t m = 0; m < meshes; ++m) {
      slots.emplace_back(scene, static_cast<int>(m));
      auto& locks = locked.emplace_back();
      if (scene.marks.weights_locked.empty()) continue;
      for (const int joint : binding_of(scene, m).skin.joint)
        locks.push_back(has_locked_weights(scene, joint) ? 1 : 0);
    }
    pose(posed, paint);
  }

  BrushRules rules_of(const Paint& paint) const {
    BrushRules rules{paint.mode, paint.strength, paint.value, {-1, -1}, paint.limit, {}};
    if (paint.of_joint()) rules.slot = {paint.joint, partner};
    if (!scene.marks.weights_locked.empty())
      rules.locked = [this](int joint) { return has_locked_weights(scene, joint); };
    if (paint.mirrored) rules.opposite = [this](int joint) { return partner_of(scene, joint); };
    return rules;
  }

  void pose(const PosedScene& posed, const Paint& paint) {
    const VertexGraph& graph = canvas->graph();
    vertex.resize(canvas->vertex_count());
    std::vector<std::uint8_t> faces(vertex.size(), 1);
    std::vector<vec3> position, normal;
    for (std::size_t m = 0; m < canvas->first().size(); ++m) {
      const std::uint32_t first = canvas->first()[m];
      if (first == PaintCanvas::kNotPainted) continue;
      skin_mesh(scene, posed, static_cast<int>(m), position, paint.seen_from ? &normal : nullptr);
      std::ranges::copy(position, vertex.begin() + first);
      turn_outwards(mirrored_vertices(binding_of(scene, m).influences, posed.palette[m],
                                      node_skin_matrix(scene.model->meshes[m], posed.world)),
                    normal);  // where joints mirror deformers leave them inwards
      for (std::size_t i = 0; paint.seen_from && i < position.size(); ++i) {
        faces[first + i] = glm::dot(normal[i], *paint.seen_from - position[i]) > 0.0f ? 1 : 0;
      }
    }
    place.resize(graph.size());
    for (std::size_t p = 0; p < place.size(); ++p) place[p] = vertex[graph.vertices_of(p)[0]];
    if (!paint.seen_from) return;
    facing.assign(graph.size(), 0);
    for (std::size_t i = 0; i < faces.size(); ++i) {
      if (faces[i] != 0) facing[graph.point[i]] = 1;
    }
  }

  const MeshBinding& binding(std::uint32_t v) const {
    return binding_of(scene, idx(canvas->mesh_of_vertex()[v]));
  }
  std::uint32_t own_number(std::uint32_t v) const {
    return v - canvas->first()[idx(canvas->mesh_of_vertex()[v])];
  }

  // By joint: the mean of those of its vertices that have weights.
  PaintStroke::Row begin_row(std::uint32_t p) const {
    PaintStroke::Row row;
    double sum = 0.0;
    for (const std::uint32_t v : canvas->graph().vertices_of(p)) {
      const auto& [in, skin] = binding(v);
      for (const ExactWeight& e : exact_row(in, own_number(v))) {
        const int joint = skin.joint[idx(e.slot)];
        const auto at = std::ranges::find(row, joint, &ExactWeight::slot);
        if (at == row.end()) {
          row.push_back({joint, e.weight});
        } else {
          at->weight += e.weight;
        }
        sum += e.weight;
      }
    }
    for (ExactWeight& e : row) e.weight /= sum;
    return row;
  }

  DiscCenter center_of(const Painting::Hit& hit) {
    std::uint32_t triangle = hit.triangle;
    DiscCenter out;
    out.at = hit.point.at;
    const auto all = canvas->triangles();
    if (hit.mesh >= 0) {
      const auto& corner = scene.model->meshes[idx(hit.mesh)].triangle;
      const std::uint32_t first = canvas->first()[idx(hit.mesh)];
      std::array<vec3, 3> at{};
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t v = first + corner[3 * std::size_t{triangle} + c];
        out.corner[c] = canvas->graph().point[v];
        at[c] = vertex[v];
      }
      out.bary = nearest_on_triangle(out.at, at[0], at[1], at[2]).bary;
      return out;
    }
    if (!nearest) nearest.emplace(vertex, all);
    const auto near = nearest->nearest(out.at);
    if (!near) {
      out.bary = vec3(0.0f);
      return out;
    }
    for (std::size_t c = 0; c < 3; ++c)
      out.corner[c] = canvas->graph().point[all[3 * std::size_t{near->triangle} + c]];
    out.bary = near->bary;
    return out;
  }

  // What a dab gives which point; each once.
  const std::vector<Covered>& cover(const Painting::Hit& hit, const Paint& paint) {
    covered.clear();
    const auto& reached = paint.through ? canvas->disc().through(place, hit.point.at, paint.radius)
                                        : canvas->disc().along(place, center_of(hit), paint.radius);
    const auto give = [this](std::uint32_t p, std::size_t which, double amount) {
      std::array<double, 2>& to = given[p];
      if (to[0] == 0.0 && to[1] == 0.0) covered.push_back({p, {}});
      to[which] += amount;
    };
    const bool same_joint = partner < 0;
    const double pressure = static_cast<double>(std::clamp(hit.point.pressure, 0.0f, 1.0f));
    for (const auto& r : reached) {
      if (!facing.empty() && facing[r.point] == 0) continue;
      const double part = static_cast<double>(r.distance) / static_cast<double>(paint.radius);
      const double amount = pressure * fall_off(paint.fall_off, part);
      if (!(amount > 0.0)) continue;
      give(r.point, 0, amount);
      if (!paint.mirrored) continue;
      for (const auto& [point, share] : canvas->opposite(scene, r.point))
        give(point, 1, static_cast<double>(share) * amount);
    }
    for (Covered& c : covered) {
      c.amount = std::exchange(given[c.point], {});
      if (same_joint) c.amount = {std::max(c.amount[0], c.amount[1]), 0.0};
    }
    return covered;
  }

  // Joints that the skin lacked are locked, too.
  MendScope scope_of(int mesh) const {
    MendScope out{{}, locked[idx(mesh)]};
    if (!scene.marks.weights_locked.empty()) {
      out.beyond = [this, mesh](std::size_t slot) {
        return has_locked_weights(scene, slots[idx(mesh)].joint_of(static_cast<int>(slot)));
      };
    }
    return out;
  }

  // Joints of a row that are locked where those of the other side are not: there a stroke on both
  // sides leaves them unlike.
  void note_one_sided(const std::vector<ExactWeight>& row, int mesh) {
    for (const ExactWeight& e : row) {
      const int joint = slots[idx(mesh)].joint_of(e.slot);
      if (!has_locked_weights(scene, joint)) continue;
      const int other = partner_of(scene, joint);
      if (other >= 0 && !has_locked_weights(scene, other)) one_sided.insert(joint);
    }
  }

  // Puts the rows of a point into the delta; its growth is found on the way.
  void write_point(std::uint32_t p, PaintResult& out) {
    const PaintStroke::Row wanted = stroke.row(p);
    for (const std::uint32_t v : canvas->graph().vertices_of(p)) {
      const int mesh = canvas->mesh_of_vertex()[v];
      const Influences& in = binding(v).influences;
      const std::uint32_t i = own_number(v);
      const std::vector<ExactWeight> now = exact_row(in, i);
      std::vector<ExactWeight> row = wanted;
      for (ExactWeight& e : row) e.slot = slots[idx(mesh)].of_joint(e.slot);
      if (both_sides && !scene.marks.weights_locked.empty()) {
        note_one_sided(now, mesh);
        note_one_sided(row, mesh);
      }
      row = keeping_locked(now, std::move(row), scope_of(mesh));
      const bool stays = row.empty() || !slots[idx(mesh)].fits() || same_but_for_rounding(now, row);
      std::uint32_t& at = row_of_vertex[v];
      if (at == kNoRow && stays) continue;
      if (at == kNoRow) {
        at = static_cast<std::uint32_t>(out.delta.rows.size());
        out.delta.rows.push_back({{mesh, i}, read_row(in, i), {}});
      }
      WeightDelta::Row& changed = out.delta.rows[at];
      changed.after = stays ? changed.before : painted_row(std::move(row));
      out.fresh.push_back(at);
    }
  }

  Scene scene;  // as it is at the begin
  std::shared_ptr<PaintCanvas> canvas;
  bool both_sides;
  int partner;
  PaintStroke stroke;
  std::vector<vec3> vertex, place;                // posed: of each vertex, of each point
  std::vector<std::uint8_t> facing;               // of each point, or empty: all do
  std::vector<RowSlots> slots;                    // #M
  std::vector<std::vector<std::uint8_t>> locked;  // #M, by slot
  std::set<int> one_sided;                        // joints
  std::vector<std::uint32_t> row_of_vertex;       // into delta.rows
  std::vector<std::array<double, 2>> given;       // #P, 0 but for what a dab is at
  std::vector<Covered> covered;
  std::optional<NearestSurface> nearest;
};

Painting::Painting(const Scene& scene, const PosedScene& posed, Paint paint,
                   std::shared_ptr<PaintCanvas>& canvas)
    : obstacle_(paint_obstacle(scene, paint)), paint_(std::move(paint)) {
  if (!obstacle_.empty()) return;
  if (!canvas || !canvas->fits(scene)) canvas = std::make_shared<PaintCanvas>(scene);
  work_ = std::make_unique<Work>(scene, posed, paint_, canvas);
  result_ = std::make_shared<PaintResult>();
  note_edited(scene, result_->delta);
  result_->account = paint_account(*scene.model, paint_, {});
}

Painting::~Painting() = default;

std::optional<vec3> Painting::place(int mesh, std::uint32_t triangle, const vec3& bary) const {
  if (!work_ || mesh < 0) return std::nullopt;
  const auto m = static_cast<std::size_t>(mesh);
  const auto& first = work_->canvas->first();
  if (m >= first.size() || first[m] == PaintCanvas::kNotPainted) return std::nullopt;
  const auto& corner = work_->scene.model->meshes[m].triangle;
  vec3 out(0.0f);
  for (int c = 0; c < 3; ++c)
    out += bary[c] * work_->vertex[first[m] + corner[3 * std::size_t{triangle} + idx(c)]];
  return out;
}

void Painting::add(std::vector<Hit> hits) {
  if (!work_) return;
  result_->fresh.clear();
  std::vector<std::uint32_t> points;
  for (const Hit& hit : hits) {
    paint_.points.push_back(hit.point);
    const auto& changed = work_->stroke.dab(work_->cover(hit, paint_));
    points.insert(points.end(), changed.begin(), changed.end());
  }
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (const std::uint32_t p : points) work_->write_point(p, *result_);
  result_->delta.growth.clear();
  for (const RowSlots& s : work_->slots) {
    for (WeightDelta::Growth& g : s.growth()) result_->delta.growth.push_back(std::move(g));
  }
  const auto is_other = [](const WeightDelta::Row& row) { return !(row.before == row.after); };
  const auto count = std::ranges::count_if(result_->delta.rows, is_other);
  result_->changed = static_cast<std::size_t>(count);
  result_->account = paint_account(*work_->scene.model, paint_,
                                   {result_->changed,
                                    work_->stroke.alone(),
                                    {work_->one_sided.begin(), work_->one_sided.end()}});
}

std::shared_ptr<const PaintResult> painted(const Scene& scene, const Paint& paint) {
  Paint begin = paint;
  begin.points.clear();
  std::shared_ptr<PaintCanvas> canvas;
  Painting painting(scene, evaluate(scene), std::move(begin), canvas);
  if (!painting.result()) {
    PaintResult out;
    out.account = painting.obstacle();
    out.hindered = true;
    return std::make_shared<const PaintResult>(std::move(out));
  }
  std::vector<Painting::Hit> hits;
  for (const Paint::Point& point : paint.points) hits.push_back({point});
  painting.add(std::move(hits));
  return painting.result();
}

}  // namespace bindpose
