#include "ui/formula/math_values.h"

#include <algorithm>

#include "math/transform.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

vec3 origin(const mat4& m) {
  return vec3(m[3]);
}

// Light enough on dark, dark enough on light, the hue kept (WCAG AA).
vec3 readable(const vec3& color, const vec3& ground) {
  constexpr float kEnough = 4.5f, kStep = 0.02f;
  vec3 lab = to_oklab(color);
  const float step = to_oklab(ground).x < 0.5f ? kStep : -kStep;
  vec3 shown = color;
  while (contrast(shown, ground) < kEnough && lab.x > 0.0f && lab.x < 1.0f) {
    lab.x += step;
    shown = from_oklab(lab);
  }
  return shown;
}

// Of arrows that show a direction: a part of the model, file units.
float normal_length(const Model& model) {
  const float unit = glm::length(vec3(model.to_display[0]));
  constexpr float kMetres = 0.15f;
  return unit > 0.0f ? kMetres / unit : kMetres;
}

// From where the joint was bound to where it stands.
void light_skin(const Frame& f, const SkinFactors& skin, int joint, Highlight& out) {
  const std::string& name = name_of_joint(*f.model(), joint);
  const vec3 own = f.joint_color(joint);
  out.frames.push_back({skin.bind, name + " at bind", own, true});
  out.arrows.push_back({origin(skin.bind), origin(skin.world), own});
  out.frames.push_back({skin.world, name, own});
}

// What stands at the vertex: points, and arrows as long as a part of the model.
void light_vertex(const Frame& f, const VertexFactors& v, int symbol, Highlight& out) {
  const vec3 ink = f.colors.text;
  const float reach = normal_length(*f.model());
  switch (symbol_of(symbol)) {
    case Symbol::Point:
      out.points.push_back({v.probe.point, "v, at bind", ink});
      out.arrows.push_back({v.probe.point, v.result, ink});
      break;
    case Symbol::Normal:
      out.points.push_back({v.probe.point, "n, at bind", ink});
      out.arrows.push_back({v.probe.point, v.probe.point + reach * v.probe.point_normal, ink});
      break;
    case Symbol::NormalOut:
      out.arrows.push_back({v.result, v.result + reach * v.normal_right, f.colors.ok});
      out.points.push_back({v.result, "the right normal", f.colors.ok});
      break;
    case Symbol::NormalPlain:
      out.arrows.push_back({v.result, v.result + reach * v.normal_right, f.colors.ok});
      out.arrows.push_back({v.result, v.result + reach * v.normal_plain, f.colors.error});
      out.points.push_back({v.result, "the wrong normal", f.colors.error});
      break;
    case Symbol::Term: {
      const auto k = static_cast<std::size_t>(index_of(symbol));
      if (k >= v.terms.size()) break;
      const VertexTerm& term = v.terms[k];
      const vec3 color = f.joint_color(term.joint);
      out.arrows.push_back({v.result, term.candidate, color});
      out.points.push_back({v.result, "", ink, 0.8f});
      out.points.push_back({term.candidate, name_of_joint(*f.model(), term.joint), color});
      break;
    }
    case Symbol::Stretched:
    case Symbol::DualUnit:
    case Symbol::DualMove:
      if (!v.dual) break;
      out.points.push_back({v.dual->stretched, "u, at bind", ink});
      if (symbol_of(symbol) == Symbol::Stretched) {
        out.arrows.push_back({v.probe.point, v.dual->stretched, ink});
      } else {
        out.arrows.push_back({v.dual->stretched, v.result, ink});
        out.points.push_back({v.result, "v'", ink});
      }
      break;
    default:  // v', w_ij, b and M: all candidates and where they lead
      for (const VertexTerm& term : v.terms) {
        const vec3 color = f.joint_color(term.joint);
        out.arrows.push_back({term.candidate, v.result, color});
        out.points.push_back({term.candidate, "", color, 0.6f + 0.6f * term.weight});
      }
      out.points.push_back({v.result, "v'", ink});
      break;
  }
}

void set_term(const Scene& scene, const PosedScene& posed, FormulaValues& v) {
  if (!v.vertex) return;
  const auto& terms = v.vertex->terms;
  const auto own = std::ranges::find(terms, v.joint.joint, &VertexTerm::joint);
  const bool is_own = own != terms.end() && v.vertex->method != Deformer::Rigid;
  v.term = is_own ? static_cast<int>(own - terms.begin()) : 0;
  if (v.vertex->probe.follows_node) return;
  const int mesh = v.vertex->probe.at.mesh;
  const Skin& skin = scene.model->meshes[static_cast<std::size_t>(mesh)].skin;
  v.term_skin = skin_factors(scene, posed, mesh, find_slot(skin, term_of(v).joint));
}

}  // namespace

const std::string& name_of_joint(const Model& model, int joint) {
  return model.skeleton.name[static_cast<std::size_t>(joint)];
}

const JointFactors* step_of(const FormulaValues& values, int symbol) {
  const auto k = static_cast<std::size_t>(index_of(symbol));
  return k < values.chain.size() ? &values.chain[k] : nullptr;
}

const VertexTerm& term_of(const FormulaValues& v) {
  return v.vertex->terms[static_cast<std::size_t>(v.term)];
}

FormulaValues formula_values(const Scene& scene, const PosedScene& posed, int joint, int mesh,
                             Deformer method) {
  FormulaValues v;
  v.joint = joint_factors(scene, posed, joint);
  v.chain = chain_to(scene, posed, joint);
  v.meshes = meshes_of_joint(*scene.model, joint);
  if (!v.meshes.empty()) {
    const auto has = [&](int m) { return std::ranges::find(v.meshes, m) != v.meshes.end(); };
    const int of_vertex = scene.selection.pinned_vertex.mesh;
    const int m = has(mesh) ? mesh : has(of_vertex) ? of_vertex : v.meshes[0];
    const Skin& skin = scene.model->meshes[static_cast<std::size_t>(m)].skin;
    v.skin = skin_factors(scene, posed, m, find_slot(skin, joint));
  }
  v.rigid = rigid_factors(scene, posed, joint);
  VertexFactors vertex = vertex_factors(scene, posed, scene.selection.probed(), method);
  if (!vertex.terms.empty()) v.vertex = std::move(vertex);
  set_term(scene, posed, v);
  return v;
}

int joint_of_interest(const Frame& f) {
  if (f.selected() >= 0 || !f.model()) return f.selected();
  const Probe probed = probe(f.scene(), f.input.posed, f.scene().selection.probed());
  return probed.rows.empty() ? -1 : probed.rows[0].joint;
}

vec3 symbol_color(const Frame& f, int joint, const vec3& ground) {
  // Formulas stand on the ground of fields as well: a little darker than a light panel, a little
  // lighter than a dark one.
  const vec3 field = f.scene().view.dark ? f.colors.raised : blend(ground, f.colors.text, 0.06f);
  return readable(readable(f.joint_color(joint), ground), field);
}

FormulaInks formula_inks(const Frame& f, const FormulaValues& values, const vec3& ground) {
  FormulaInks inks;
  inks.plain = {f.colors.text};
  inks.dim = {f.colors.text_dim};
  inks.vertex = {f.colors.text};
  inks.joint = {symbol_color(f, values.joint.joint, ground)};
  const int parent = values.joint.parent;
  inks.parent = parent < 0 ? inks.dim : Ink{symbol_color(f, parent, ground)};
  return inks;
}

FormulaInks inks_of(const Frame& f, const FormulaValues& values, int symbol, FormulaInks inks,
                    const vec3& ground) {
  switch (symbol_of(symbol)) {
    case Symbol::VertexSkin:
    case Symbol::Stretch:
    case Symbol::Sign:
    case Symbol::Turn:
      if (values.vertex) inks.joint = {symbol_color(f, term_of(values).joint, ground)};
      return inks;
    default:
      return inks;
  }
}

std::optional<mat4> matrix_of(const FormulaValues& v, int symbol) {
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
      return v.joint.world;
    case Symbol::ParentWorld:
      return v.joint.parent_world;
    case Symbol::BaseLocal:
      return v.joint.base_local;
    case Symbol::UserLocal:
      return v.joint.user_local;
    case Symbol::Skin:
      return v.skin ? std::optional(v.skin->skin) : std::nullopt;
    case Symbol::InverseBind:
      return v.skin ? std::optional(v.skin->inverse_bind) : std::nullopt;
    case Symbol::Step:
      if (const JointFactors* step = step_of(v, symbol)) return step->world;
      return std::nullopt;
    case Symbol::StepFactor:
      if (const JointFactors* step = step_of(v, symbol)) {
        return mul_affine(step->base_local, step->user_local);
      }
      return std::nullopt;
    case Symbol::VertexSkin:
      return v.vertex ? std::optional(term_of(v).skin)
             : v.skin ? std::optional(v.skin->skin)
                      : std::nullopt;
    case Symbol::Stretch:
      return v.vertex && v.vertex->dual
                 ? std::optional(v.vertex->dual->stretch[static_cast<std::size_t>(v.term)])
                 : std::nullopt;
    case Symbol::Blend:
      return v.vertex ? std::optional(v.vertex->blend) : std::nullopt;
    default:
      return std::nullopt;
  }
}

void light_up(const Frame& f, const FormulaValues& v, int symbol, Highlight& out) {
  const Model& model = *f.model();
  const std::string& name = name_of_joint(model, v.joint.joint);
  const vec3 own = f.joint_color(v.joint.joint);
  const vec3 parents = v.joint.parent < 0 ? own : f.joint_color(v.joint.parent);
  const mat4 untouched = mul_affine(v.joint.parent_world, v.joint.base_local);
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
    case Symbol::BoneRotation:
    case Symbol::Relative:
    case Symbol::BoneShift:
      out.frames.push_back({v.joint.world, name, own});
      break;
    case Symbol::ParentWorld:
    case Symbol::ParentRotation:
    case Symbol::ParentShift:
      if (v.joint.parent >= 0) {
        out.frames.push_back({v.joint.parent_world, name_of_joint(model, v.joint.parent), parents});
      }
      break;
    case Symbol::BaseLocal:
      out.frames.push_back({v.joint.parent_world, "", parents, true});
      out.arrows.push_back({origin(v.joint.parent_world), origin(untouched), own});
      out.frames.push_back({untouched, name + " untouched", own});
      break;
    case Symbol::UserLocal:
      out.frames.push_back({untouched, "", own, true});
      out.arrows.push_back({origin(untouched), origin(v.joint.world), own});
      out.frames.push_back({v.joint.world, name, own});
      break;
    case Symbol::Skin:
      if (v.skin) light_skin(f, *v.skin, v.joint.joint, out);
      break;
    case Symbol::VertexSkin:
    case Symbol::Stretch:
    case Symbol::Turn:
    case Symbol::Sign:
      if (!v.vertex) {
        if (v.skin && symbol_of(symbol) == Symbol::VertexSkin)
          light_skin(f, *v.skin, v.joint.joint, out);
        break;
      }
      if (v.term_skin) light_skin(f, *v.term_skin, term_of(v).joint, out);
      light_vertex(f, *v.vertex, symbol_id(Symbol::Term, v.term), out);
      if (v.term_skin) out.points.back().name.clear();  // the frame has it
      break;
    case Symbol::InverseBind:
      if (v.skin) out.frames.push_back({v.skin->bind, name + " at bind", own});
      break;
    case Symbol::Point:
    case Symbol::Normal:
    case Symbol::Posed:
    case Symbol::NormalOut:
    case Symbol::NormalPlain:
    case Symbol::Blend:
    case Symbol::Weight:
    case Symbol::Term:
    case Symbol::Stretched:
    case Symbol::DualSum:
    case Symbol::DualUnit:
    case Symbol::DualMove:
      if (v.vertex) light_vertex(f, *v.vertex, symbol, out);
      break;
    case Symbol::Center:
      out.points.push_back({v.rigid.center, name + " at bind", own});
      break;
    case Symbol::Step:
    case Symbol::StepFactor:
      if (const JointFactors* step = step_of(v, symbol)) {
        for (const JointFactors& k : v.chain) {
          out.path.push_back(origin(k.world));
          if (k.joint == step->joint) break;
        }
        out.frames.push_back(
            {step->world, name_of_joint(model, step->joint), f.joint_color(step->joint)});
      }
      break;
    default:
      break;
  }
}

}  // namespace bindpose::ui
