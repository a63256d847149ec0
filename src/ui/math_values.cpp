#include "ui/math_values.h"

#include <algorithm>

#include "math/transform.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

const std::string& name_of_joint(const Model& model, int joint) {
  return model.skeleton.name[static_cast<std::size_t>(joint)];
}

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

const JointFactors* step_of(const FormulaValues& values, int symbol) {
  const auto k = static_cast<std::size_t>(index_of(symbol));
  return k < values.chain.size() ? &values.chain[k] : nullptr;
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
    default:  // v', b and M: all candidates and where they lead
      for (const VertexTerm& term : v.terms) {
        const vec3 color = f.joint_color(term.joint);
        out.arrows.push_back({term.candidate, v.result, color});
        out.points.push_back({term.candidate, "", color, 0.6f + 0.6f * term.weight});
      }
      out.points.push_back({v.result, "v'", ink});
      break;
  }
}

}  // namespace

FormulaValues formula_values(const Scene& scene, const PosedScene& posed, int joint, int mesh,
                             Deformer method) {
  FormulaValues v;
  v.joint = joint_factors(scene, posed, joint);
  v.chain = chain_to(scene, posed, joint);
  v.meshes = meshes_of_joint(*scene.model, joint);
  if (!v.meshes.empty()) {
    const int m = std::ranges::find(v.meshes, mesh) != v.meshes.end() ? mesh : v.meshes[0];
    const Skin& skin = scene.model->meshes[static_cast<std::size_t>(m)].skin;
    v.skin = skin_factors(scene, posed, m, find_slot(skin, joint));
  }
  v.rigid = rigid_factors(scene, posed, joint);
  VertexFactors vertex = vertex_factors(scene, posed, scene.selection.probed(), method);
  if (!vertex.terms.empty()) v.vertex = std::move(vertex);
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
    default:
      return std::nullopt;
  }
}

std::string meaning_of(const Model& model, const FormulaValues& v, int symbol) {
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
      return "joint to world, where it stands now";
    case Symbol::ParentWorld:
      return v.joint.parent < 0 ? "" : "of its parent, " + name_of_joint(model, v.joint.parent);
    case Symbol::BaseLocal:
      return "joint to parent, in the base pose";
    case Symbol::UserLocal:
      return v.joint.user_local == mat4(1.0f) ? "what you add: nothing yet"
                                              : "what you added, in its own frame";
    case Symbol::Skin:
      return "bind pose to this pose";
    case Symbol::InverseBind:
      return "bind pose to the joint's own frame";
    case Symbol::Step:
      if (const JointFactors* step = step_of(v, symbol)) {
        return "the product up to " + name_of_joint(model, step->joint);
      }
      return "";
    default:
      return "";
  }
}

std::string plain_name(int symbol) {
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
      return "W";
    case Symbol::ParentWorld:
      return "W of the parent";
    case Symbol::BaseLocal:
      return "L";
    case Symbol::UserLocal:
      return "Ul";
    case Symbol::Skin:
      return "T";
    case Symbol::InverseBind:
      return "The inverse of B";
    case Symbol::Step:
      return "The product so far";
    case Symbol::StepFactor:
      return "The factor";
    case Symbol::Point:
      return "v";
    case Symbol::Posed:
      return "v'";
    case Symbol::Blend:
      return "M";
    case Symbol::Stretched:
      return "u";
    case Symbol::DualSum:
      return "b";
    case Symbol::DualUnit:
      return "c";
    case Symbol::DualMove:
      return "The translation of c";
    case Symbol::Normal:
      return "n";
    case Symbol::NormalOut:
      return "n'";
    case Symbol::NormalPlain:
      return "The wrong n'";
    case Symbol::BoneRotation:
      return "Q";
    case Symbol::ParentRotation:
      return "Q of the parent";
    case Symbol::Relative:
      return "q";
    case Symbol::BoneShift:
      return "t";
    case Symbol::ParentShift:
      return "t of the parent";
    case Symbol::Center:
      return "x";
    default:
      return "The matrix";
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
        out.frames.push_back(
            {v.joint.parent_world, name_of_joint(model, v.joint.parent), parents});
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
      if (!v.skin) break;
      out.frames.push_back({v.skin->bind, name + " at bind", own, true});
      out.arrows.push_back({origin(v.skin->bind), origin(v.joint.world), own});
      out.frames.push_back({v.joint.world, name, own});
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
