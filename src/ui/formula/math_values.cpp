#include "ui/formula/math_values.h"

#include <algorithm>

#include "math/transform.h"
#include "ui/base/widgets.h"
#include "ui/formula/symbol_table.h"

namespace bindpose::ui {

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

namespace {

void set_term(const Scene& scene, const PosedScene& posed, FormulaValues& v) {
  if (!v.vertex) return;
  const auto& terms = v.vertex->terms;
  const auto own = std::ranges::find(terms, v.joint.joint, &VertexTerm::joint);
  const bool is_own = own != terms.end() && v.vertex->method != Deformer::Rigid;
  v.term = is_own ? static_cast<int>(own - terms.begin()) : 0;
  if (v.vertex->probe.follows_node) return;
  const int mesh = v.vertex->probe.at.mesh;
  const Skin& skin = binding_of(scene, static_cast<std::size_t>(mesh)).skin;
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
  v.meshes = meshes_of_joint(scene, joint);
  if (!v.meshes.empty()) {
    const auto has = [&](int m) { return std::ranges::find(v.meshes, m) != v.meshes.end(); };
    const int of_vertex = scene.selection.pinned_vertex.mesh;
    const int m = has(mesh) ? mesh : has(of_vertex) ? of_vertex : v.meshes[0];
    const Skin& skin = binding_of(scene, static_cast<std::size_t>(m)).skin;
    v.skin = skin_factors(scene, posed, m, find_slot(skin, joint));
  }
  v.rigid = rigid_factors(scene, posed, joint);
  v.base = scene.pose.base;
  VertexFactors vertex = vertex_factors(scene, posed, scene.selection.probed(), method);
  if (!vertex.terms.empty()) v.vertex = std::move(vertex);
  if (v.vertex && exact_reach(scene)) {
    v.distances = bone_distances(scene, posed, scene.selection.probed());
  }
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
  if (info_of(symbol_of(symbol)).of_term && values.vertex) {
    inks.joint = {symbol_color(f, term_of(values).joint, ground)};
  }
  return inks;
}

std::optional<mat4> matrix_of(const FormulaValues& v, int symbol) {
  const SymbolInfo& info = info_of(symbol_of(symbol));
  return info.matrix != nullptr ? info.matrix(v, index_of(symbol)) : std::nullopt;
}

std::string meaning_of(const Model& model, const FormulaValues& v, int symbol) {
  const SymbolInfo& info = info_of(symbol_of(symbol));
  return info.meaning != nullptr ? info.meaning(model, v, index_of(symbol)) : "";
}

std::string plain_name(int symbol) {
  return info_of(symbol_of(symbol)).name;
}

std::optional<SymbolText> text_of(const Model& model, const FormulaValues& v, int symbol) {
  const SymbolInfo& info = info_of(symbol_of(symbol));
  if (info.text == nullptr || (info.of_vertex && !v.vertex)) return std::nullopt;
  return info.text(model, v, index_of(symbol));
}

void light_up(const Frame& f, const FormulaValues& v, int symbol, Highlight& out) {
  const SymbolInfo& info = info_of(symbol_of(symbol));
  if (info.light == nullptr || (info.of_vertex && !v.vertex)) return;
  info.light({f, v, out}, index_of(symbol));
}

}  // namespace bindpose::ui
