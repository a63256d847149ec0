// What the symbols light up in the view.
#include "ui/formula/symbol_table.h"

namespace bindpose::ui::symbols {

namespace {

vec3 origin(const mat4& m) {
  return vec3(m[3]);
}

// Of arrows that show a direction: a part of the model, file units.
float normal_length(const Model& model) {
  const float unit = glm::length(vec3(model.to_display[0]));
  constexpr float kMetres = 0.15f;
  return unit > 0.0f ? kMetres / unit : kMetres;
}

const std::string& name_in(const Lit& lit, int joint) {
  return name_of_joint(*lit.f.model(), joint);
}

const std::string& own_name(const Lit& lit) {
  return name_in(lit, lit.v.joint.joint);
}

vec3 own_color(const Lit& lit) {
  return lit.f.joint_color(lit.v.joint.joint);
}

// From where the joint was bound to where it stands.
void light_one_skin(const Lit& lit, const SkinFactors& skin, int joint) {
  const std::string& name = name_in(lit, joint);
  const vec3 own = lit.f.joint_color(joint);
  lit.out.frames.push_back({skin.bind, name + " at bind", own, true});
  lit.out.arrows.push_back({origin(skin.bind), origin(skin.world), own});
  lit.out.frames.push_back({skin.world, name, own});
  lit.out.screw = screw_of_joint(lit.f, joint, skin.skin, skin.bind);
}

// The joint as it would stand with Ul_j = 1.
mat4 untouched(const Lit& lit) {
  return mul_affine(lit.v.joint.parent_world, lit.v.joint.base_local);
}

}  // namespace

void light_world(const Lit& lit, int) {
  lit.out.frames.push_back({lit.v.joint.world, own_name(lit), own_color(lit)});
}

void light_parent(const Lit& lit, int) {
  const int parent = lit.v.joint.parent;
  if (parent < 0) return;
  lit.out.frames.push_back(
      {lit.v.joint.parent_world, name_in(lit, parent), lit.f.joint_color(parent)});
}

void light_base_local(const Lit& lit, int) {
  const JointFactors& j = lit.v.joint;
  const vec3 parents = j.parent < 0 ? own_color(lit) : lit.f.joint_color(j.parent);
  lit.out.frames.push_back({j.parent_world, "", parents, true});
  lit.out.arrows.push_back({origin(j.parent_world), origin(untouched(lit)), own_color(lit)});
  lit.out.frames.push_back({untouched(lit), own_name(lit) + " untouched", own_color(lit)});
}

void light_user_local(const Lit& lit, int) {
  lit.out.frames.push_back({untouched(lit), "", own_color(lit), true});
  lit.out.arrows.push_back({origin(untouched(lit)), origin(lit.v.joint.world), own_color(lit)});
  light_world(lit, 0);
}

void light_skin(const Lit& lit, int) {
  if (lit.v.skin) light_one_skin(lit, *lit.v.skin, lit.v.joint.joint);
}

void light_term_part(const Lit& lit, int) {
  if (!lit.v.vertex) return;
  if (lit.v.term_skin) light_one_skin(lit, *lit.v.term_skin, term_of(lit.v).joint);
  light_term(lit, lit.v.term);
  if (lit.v.term_skin) lit.out.points.back().name.clear();  // the frame has it
}

void light_term_skin(const Lit& lit, int) {
  if (lit.v.vertex) {
    light_term_part(lit, 0);
    // j runs over all of them.
    const auto own = static_cast<std::size_t>(lit.v.term);
    for (std::size_t k = 0; k < lit.v.vertex->terms.size(); ++k) {
      if (k != own) light_term(lit, static_cast<int>(k));
    }
  } else {
    light_skin(lit, 0);
  }
}

void light_bind(const Lit& lit, int) {
  if (!lit.v.skin) return;
  lit.out.frames.push_back({lit.v.skin->bind, own_name(lit) + " at bind", own_color(lit)});
}

void light_center(const Lit& lit, int) {
  lit.out.points.push_back({lit.v.rigid.center, own_name(lit) + " at bind", own_color(lit)});
}

void light_step(const Lit& lit, int index) {
  const auto k = static_cast<std::size_t>(index);
  if (k >= lit.v.chain.size()) return;
  for (std::size_t i = 0; i <= k; ++i) lit.out.path.push_back(origin(lit.v.chain[i].world));
  const JointFactors& step = lit.v.chain[k];
  lit.out.frames.push_back({step.world, name_in(lit, step.joint), lit.f.joint_color(step.joint)});
}

void light_point(const Lit& lit, int) {
  const VertexFactors& v = *lit.v.vertex;
  lit.out.points.push_back({v.probe.point, "v, at bind", lit.f.colors.text});
  lit.out.arrows.push_back({v.probe.point, v.result, lit.f.colors.text});
}

void light_normal(const Lit& lit, int) {
  const VertexFactors& v = *lit.v.vertex;
  const vec3 tip = v.probe.point + normal_length(*lit.f.model()) * v.probe.point_normal;
  lit.out.points.push_back({v.probe.point, "n, at bind", lit.f.colors.text});
  lit.out.arrows.push_back({v.probe.point, tip, lit.f.colors.text});
}

namespace {

// From where the vertex is now.
void light_posed_normal(const Lit& lit, const vec3& normal, const char* name, const vec3& ink) {
  const vec3& at = lit.v.vertex->result;
  lit.out.arrows.push_back({at, at + normal_length(*lit.f.model()) * normal, ink});
  if (name != nullptr) lit.out.points.push_back({at, name, ink});
}

}  // namespace

void light_exact_normal(const Lit& lit, int) {
  light_posed_normal(lit, lit.v.vertex->normal_exact, "the surface's own normal", lit.f.colors.ok);
}

void light_usual_normal(const Lit& lit, int) {
  light_posed_normal(lit, lit.v.vertex->normal_exact, nullptr, lit.f.colors.ok);
  light_posed_normal(lit, lit.v.vertex->normal_usual, "n' by the inverse transpose",
                     lit.f.colors.hint);
}

void light_plain_normal(const Lit& lit, int) {
  light_posed_normal(lit, lit.v.vertex->normal_exact, nullptr, lit.f.colors.ok);
  light_posed_normal(lit, lit.v.vertex->normal_plain, "n' by M itself", lit.f.colors.error);
}

void light_term(const Lit& lit, int index) {
  const VertexFactors& v = *lit.v.vertex;
  const auto k = static_cast<std::size_t>(index);
  if (k >= v.terms.size()) return;
  const VertexTerm& term = v.terms[k];
  const vec3 color = lit.f.joint_color(term.joint);
  lit.out.arrows.push_back({v.result, term.candidate, color});
  lit.out.points.push_back({v.result, "", lit.f.colors.text, 0.8f});
  lit.out.points.push_back({term.candidate, name_in(lit, term.joint), color});
}

void light_stretched(const Lit& lit, int) {
  const VertexFactors& v = *lit.v.vertex;
  if (!v.dual) return;
  lit.out.points.push_back({v.dual->stretched, "u, at bind", lit.f.colors.text});
  lit.out.arrows.push_back({v.probe.point, v.dual->stretched, lit.f.colors.text});
}

void light_moved(const Lit& lit, int) {
  const VertexFactors& v = *lit.v.vertex;
  if (!v.dual) return;
  lit.out.points.push_back({v.dual->stretched, "u, at bind", lit.f.colors.text});
  lit.out.arrows.push_back({v.dual->stretched, v.result, lit.f.colors.text});
  lit.out.points.push_back({v.result, "v'", lit.f.colors.text});
}

// All candidates, and where they lead.
void light_candidates(const Lit& lit, int) {
  const VertexFactors& v = *lit.v.vertex;
  for (const VertexTerm& term : v.terms) {
    const vec3 color = lit.f.joint_color(term.joint);
    lit.out.arrows.push_back({term.candidate, v.result, color});
    lit.out.points.push_back({term.candidate, "", color, 0.6f + 0.6f * term.weight});
  }
  lit.out.points.push_back({v.result, "v'", lit.f.colors.text});
}

}  // namespace bindpose::ui::symbols
