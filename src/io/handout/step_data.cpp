// A step in numbers: what it shows, and its pose wherever its sliders stop.
#include <algorithm>
#include <cmath>

#include "io/handout/handout_data.h"
#include "io/handout/step_weights.h"
#include "io/text/json_text.h"
#include "scene/deform/deformer_data.h"
#include "scene/edit/text/edit_words.h"
#include "scene/lesson/predict/predict.h"

namespace bindpose::handout {
namespace {

struct Position {
  std::vector<double> value;
  Scene scene;
  PosedScene posed;
};

OrderedJson view_json(const ViewSettings& view) {
  OrderedJson out = OrderedJson::object();
  words::for_each_view_setting([&]<typename T, typename... Table>(std::string_view key,
                                                                  T ViewSettings::*member,
                                                                  const Table&... table) {
    if constexpr (sizeof...(Table) > 0) {
      out[std::string(key)] = words::word_of(table..., view.*member);
    } else {
      out[std::string(key)] = view.*member;
    }
  });
  return out;
}

OrderedJson vertex_json(const VertexRef& at) {
  return at.empty() ? OrderedJson(nullptr) : OrderedJson{at.mesh, at.vertex};
}

bool differs(const mat4& a, const mat4& b) {
  return a != b;
}

// Of #J matrices a position, those that differ between positions.
template <typename Matrices>
OrderedJson moving_json(const std::vector<Position>& all, const Matrices& matrices) {
  const std::vector<mat4>& first = matrices(all[0]);
  std::vector<int> joint;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const auto other = [&](const Position& p) { return differs(matrices(p)[j], first[j]); };
    if (std::ranges::any_of(all, other)) joint.push_back(static_cast<int>(j));
  }
  if (joint.empty()) return nullptr;
  std::vector<float> rows;
  for (const Position& p : all) {
    for (const int j : joint) append_rows(matrices(p)[static_cast<std::size_t>(j)], rows);
  }
  return {{"joint", joint}, {"rows", packed(rows)}};
}

OrderedJson user_json(const Scene& scene) {
  std::vector<int> joint;
  std::vector<float> rows;
  for (std::size_t j = 0; j < scene.pose.user_local.size(); ++j) {
    if (!differs(scene.pose.user_local[j], mat4(1.0f))) continue;
    joint.push_back(static_cast<int>(j));
    append_rows(scene.pose.user_local[j], rows);
  }
  return {{"joint", joint}, {"rows", packed(rows)}};
}

std::size_t base_index(const PosedScene& posed, OrderedJson& bases) {
  const std::string base = packed(rows_of(posed.base_local));
  for (std::size_t k = 0; k < bases.size(); ++k) {
    if (bases[k] == base) return k;
  }
  bases.push_back(base);
  return bases.size() - 1;
}

// Every text once where it is the same everywhere.
OrderedJson texts_json(const std::vector<std::string>& texts) {
  const bool one = std::ranges::all_of(texts, [&](const auto& t) { return t == texts[0]; });
  if (one) return OrderedJson::array({texts[0]});
  return texts;
}

OrderedJson figures_json(const LessonPlan& plan, std::size_t step,
                         const std::vector<Position>& all) {
  OrderedJson out = OrderedJson::array();
  for (std::size_t f = 0; f < plan.lesson.steps[step].figures.size(); ++f) {
    std::vector<std::string> texts;
    for (const Position& p : all)
      texts.push_back(evaluate_figure(plan, step, f, {p.scene, p.posed, p.value}).text);
    out.push_back(texts_json(texts));
  }
  return out;
}

OrderedJson sliders_json(const LessonStep& step, const HandoutStops& stops, std::size_t start) {
  OrderedJson out = OrderedJson::array();
  for (std::size_t k = 0; k < step.sliders.size(); ++k) {
    const LessonSlider& slider = step.sliders[k];
    OrderedJson texts = OrderedJson::array();
    for (const double v : stops.slider[k]) texts.push_back(slider_value_text(slider, v));
    out.push_back({{"label", clean_utf8(slider.label)},
                   {"stops", texts},
                   {"start", start % stops.slider[k].size()}});
    start /= stops.slider[k].size();
  }
  return out;
}

std::vector<Deformer> methods_of(const ViewSettings& view) {
  std::vector<Deformer> out{view.method};
  if (view.panes != Panes::One || view.show == Show::Distance) out.push_back(view.compare);
  if (view.panes == Panes::Four) out.insert(out.end(), {view.pane3, view.pane4});
  return out;
}

// Centres of rotation and bones, where a deformer that is shown needs them.
OrderedJson needs_json(const Scene& scene) {
  OrderedJson out = OrderedJson::array();
  bool any = false;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    OrderedJson mesh = OrderedJson::object();
    for (const Deformer method : methods_of(scene.view)) {
      const DeformerNeeds needs = info_of(method).needs;
      if (needs != DeformerNeeds::Centers && needs != DeformerNeeds::Bones) continue;
      const DeformerData data = deformer_data(scene, m, {method});
      if (!data.center.empty())
        mesh["center"] = packed(std::vector<vec4>(data.center.begin(), data.center.end()));
      if (!data.bone.empty())
        mesh["bone"] = packed(std::vector<BoneEnds>(data.bone.begin(), data.bone.end()));
    }
    any = any || !mesh.empty();
    out.push_back(std::move(mesh));
  }
  return any ? out : OrderedJson(nullptr);
}

// --- normals of the posed surface: what needles show, and what it is lit by

constexpr std::size_t kMostNormals = std::size_t{1} << 20;  // numbers, of all positions
constexpr std::size_t kNeedles = 160;

void append_bytes(const vec3& n, std::vector<std::int8_t>& out) {
  for (int k = 0; k < 3; ++k)
    out.push_back(static_cast<std::int8_t>(std::lround(std::clamp(n[k], -1.0f, 1.0f) * 127.0f)));
}

// Some vertices, evenly over the surface at bind: the farthest from all before, again and again.
std::vector<std::uint32_t> spread_vertices(const Mesh& mesh, std::size_t most) {
  std::vector<std::uint32_t> out;
  std::vector<float> far(mesh.position.size(), std::numeric_limits<float>::infinity());
  for (std::uint32_t next = 0; out.size() < std::min(most, far.size());) {
    out.push_back(next);
    for (std::size_t i = 0; i < far.size(); ++i) {
      const vec3 d = mesh.position[i] - mesh.position[next];
      far[i] = std::min(far[i], glm::dot(d, d));
    }
    next = static_cast<std::uint32_t>(std::ranges::max_element(far) - far.begin());
    if (!(far[next] > 0.0f)) break;
  }
  return out;
}

OrderedJson exact_json(const std::vector<Position>& all) {
  const Scene& scene = all[0].scene;
  OrderedJson out = OrderedJson::object();
  const VertexRef& pin = scene.selection.pinned_vertex;
  if (!pin.empty() && scene.view.needles != Needles::Off) {
    std::vector<float> pinned;
    for (const Position& p : all) {
      const vec3 n = posed_normal(p.scene, p.posed, pin, p.scene.view.method);
      pinned.insert(pinned.end(), {n.x, n.y, n.z});
    }
    out["pinned"] = packed(pinned);
  }
  const bool lit = scene.view.normals == NormalUse::Exact;
  if (scene.view.needles != Needles::All && !lit) return out;
  OrderedJson meshes = OrderedJson::array();
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Mesh& mesh = scene.model->meshes[m];
    const bool whole = lit && 3 * mesh.position.size() * all.size() <= kMostNormals;
    std::vector<std::uint32_t> vertex =
        spread_vertices(mesh, whole ? mesh.position.size() : kNeedles);
    if (whole) {
      for (std::uint32_t i = 0; i < vertex.size(); ++i) vertex[i] = i;
      vertex.resize(mesh.position.size());
    }
    meshes.push_back({{"vertex", packed(vertex)}, {"whole", whole}, {"normal", ""}});
    std::vector<std::int8_t> bytes;
    for (const Position& p : all) {
      const PosedVertices v =
          posed_vertices(p.scene, p.posed, static_cast<int>(m), p.scene.view.method, vertex);
      for (const vec3& n : v.exact) append_bytes(n, bytes);
    }
    meshes.back()["normal"] = packed(bytes);
  }
  out["mesh"] = std::move(meshes);
  return out;
}

OrderedJson morphs_json(const std::vector<Position>& all) {
  if (all[0].posed.morph.empty()) return nullptr;
  const auto same = [&](const Position& p) { return p.posed.morph == all[0].posed.morph; };
  std::vector<float> out;
  for (const Position& p : std::span(all).first(std::ranges::all_of(all, same) ? 1 : all.size()))
    out.insert(out.end(), p.posed.morph.begin(), p.posed.morph.end());
  return packed(out);
}

OrderedJson views_json(const std::vector<Position>& all) {
  const OrderedJson first = view_json(all[0].scene.view);
  OrderedJson out = OrderedJson::array();
  bool any = false;
  for (const Position& p : all) {
    OrderedJson change = OrderedJson::object();
    const OrderedJson now = view_json(p.scene.view);
    for (const auto& [key, value] : now.items()) {
      if (value != first[key]) change[key] = value;
    }
    any = any || !change.empty();
    out.push_back(std::move(change));
  }
  return any ? out : OrderedJson(nullptr);
}

// What the page cannot draw of this step, as a sentence; "" where it draws all that matters.
std::string only_in_picture(const ViewSettings& view) {
  // The order in which the file names its weights is not in the page.
  const bool engine = view.show == Show::Engine || view.engine;
  const bool by_file = engine && view.engine_pick == EnginePick::First && view.engine_keep > 0;
  if (view.show == Show::Normals || view.show == Show::Apart || view.show == Show::WeightsApart ||
      by_file)
    return "The map of this step is computed by the program alone: the picture shows it.";
  if (view.sweep != Sweep::Off)
    return "The curves of the selected joint are drawn by the program alone: see the picture.";
  for (const Deformer method : methods_of(view)) {
    if (!runs_on_gpu(method))
      return "The surface of " + std::string(info_of(method).label) +
             " is computed by the program alone: see the picture.";
  }
  if (view.screw) return "The screw of this step is drawn by the program alone: see the picture.";
  if (view.trail || view.poses || view.curves != CurveShow::Off)
    return "Paths, poses around and curves are drawn by the program alone: see the picture.";
  return "";
}

// What is shown: the same in all positions, and what sliders make of it in each.
OrderedJson shown_json(const std::vector<Position>& all, std::size_t start, OrderedJson& bases) {
  const Scene& scene = all[start].scene;
  const Selection& s = scene.selection;
  OrderedJson out{{"view", view_json(all[0].scene.view)},
                  {"selected", s.joint},
                  {"also", s.also},
                  {"pin", vertex_json(s.pinned_vertex)},
                  {"base", base_index(all[0].posed, bases)},
                  {"user", user_json(all[0].scene)},
                  {"start", start}};
  std::vector<const Scene*> scenes;
  for (const Position& p : all) scenes.push_back(&p.scene);
  const auto add = [&out](const char* key, OrderedJson value) {
    if (!value.is_null() && !value.empty()) out[key] = std::move(value);
  };
  add("hidden", scene.mesh_hidden);
  add("moving", moving_json(all, [](const Position& p) -> const std::vector<mat4>& {
        return p.scene.pose.user_local;
      }));
  add("movingBase", moving_json(all, [](const Position& p) -> const std::vector<mat4>& {
        return p.posed.base_local;
      }));
  add("morph", morphs_json(all));
  add("views", views_json(all));
  add("weights", weights_json(scenes, start));
  add("needs", needs_json(scene));
  add("exact", exact_json(all));
  std::string note = only_in_picture(scene.view);
  if (!note.empty()) out["still"] = true;
  if (note.empty() && out.contains("weights") && out["weights"].contains("frozen"))
    note =
        "New weights for each place of the slider are computed by the program alone: the model "
        "keeps those of its start here.";
  if (!note.empty()) out["note"] = note;
  return out;
}

// What the step asks, with what is shown until it is answered.
OrderedJson question_json(const LessonPlan& plan, std::size_t k, OrderedJson& bases) {
  constexpr const char* kKinds[] = {"place", "number", "choice"};
  const LessonPrediction& asked = *plan.lesson.steps[k].predict;
  const PredictTruth truth = truth_of(plan, k);
  std::vector<Position> before(1);
  before[0].scene = plan.steps[k].predict->question;
  before[0].posed = evaluate(before[0].scene);
  return {{"kind", kKinds[static_cast<std::size_t>(asked.kind)]},
          {"place", {truth.place.x, truth.place.y, truth.place.z}},
          {"vertex", asked.kind == LessonPrediction::Place && asked.joint.empty()},
          {"number", truth.number},
          {"option", truth.option},
          {"within", asked.within},
          {"text", answer_text(plan, k, truth.number)},
          {"unit", plan.steps[k].predict->unit},
          {"decimals", asked.decimals},
          {"shown", shown_json(before, 0, bases)}};
}

}  // namespace

std::vector<std::string> figures_at_start(const LessonPlan& plan, std::size_t k) {
  const LessonStep& step = plan.lesson.steps[k];
  const StepPlan& planned = plan.steps[k];
  const std::size_t asked = step.predict ? step.predict->figures : 0;
  const Scene& question = asked > 0 ? planned.predict->question : planned.start;
  const PosedScene before = evaluate(question), posed = evaluate(planned.start);
  const std::vector<double> at = slider_starts(step);
  std::vector<std::string> out;
  for (std::size_t f = 0; f < step.figures.size(); ++f) {
    const LessonMoment moment =
        f < asked ? LessonMoment{question, before, at} : LessonMoment{planned.start, posed, at};
    out.push_back(evaluate_figure(plan, k, f, moment).text);
  }
  return out;
}

OrderedJson step_json(const LessonPlan& plan, std::size_t k, const HandoutStep& look,
                      OrderedJson& bases) {
  const LessonStep& step = plan.lesson.steps[k];
  const HandoutStops stops = handout_stops(step);
  std::vector<Position> all;
  for (std::size_t n = 0; n < stops.count(); ++n) {
    Position p{stops.at(n), {}, {}};
    p.scene = step.sliders.empty() ? plan.steps[k].start : with_sliders(plan, k, p.value);
    p.posed = evaluate(p.scene);
    all.push_back(std::move(p));
  }
  const std::size_t start = stops.start(step);
  const HandoutCamera& c = look.camera;
  OrderedJson out = shown_json(all, start, bases);
  out["camera"] = {{"target", {c.target.x, c.target.y, c.target.z}},
                   {"distance", c.distance},
                   {"yaw", c.yaw},
                   {"pitch", c.pitch},
                   {"fov", c.fov_y},
                   {"ortho", c.orthographic}};
  if (step.curves) out["curves"] = curves_json(plan, k, stops);
  out["formula"] = step.formula;
  out["sliders"] = sliders_json(step, stops, start);
  out["figures"] = figures_json(plan, k, all);
  if (step.predict) {
    out["question"] = question_json(plan, k, bases);
    // What the question's text says is of the pose before.
    const std::vector<std::string> said = figures_at_start(plan, k);
    for (std::size_t f = 0; f < step.predict->figures; ++f)
      out["figures"][f] = OrderedJson::array({said[f]});
  }
  return out;
}

}  // namespace bindpose::handout
