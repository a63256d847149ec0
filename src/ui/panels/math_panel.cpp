// The Math tab: the formulas of the selected joint, alive.
#include "ui/panels/math_panel.h"

#include <cmath>

#include "math/transform.h"
#include "scene/numerals.h"
#include "ui/base/widgets.h"
#include "ui/formula/math_parts.h"

namespace bindpose::ui {

namespace {

std::string mesh_name(const Model& model, int m) {
  const std::string& name = model.meshes[static_cast<std::size_t>(m)].name;
  return name.empty() ? "mesh " + std::to_string(m + 1) : name;
}

const std::string& joint_name(const Frame& f, int joint) {
  return f.model()->skeleton.name[static_cast<std::size_t>(joint)];
}

// "j  forearm.L" in the joint's colour.
void draw_index(const MathContext& c, Node letter, int joint, const Ink& ink) {
  const Frame& f = c.f;
  const Typeset t = lay_out_formula(letter, f.px(15), c.measure);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const float line = ImGui::GetFontSize() + f.px(5), x = corner.x + f.px(36);
  paint(ImGui::GetWindowDrawList(), t,
        {corner.x + f.px(28) - t.width, corner.y + 0.5f * line + 0.35f * f.px(15)});
  const std::string name = joint < 0 ? "none: a root stands in the world" : joint_name(f, joint);
  const float room = corner.x + ImGui::GetContentRegionAvail().x - x;
  ImGui::GetWindowDrawList()->AddText(
      ImVec2(x, std::floor(corner.y + 0.5f * (line - ImGui::GetFontSize()))),
      to_u32(joint < 0 ? f.colors.text_dim : ink.color), elided(name, room).c_str());
  ImGui::Dummy(ImVec2(1.0f, line));
}

void draw_indices(const MathContext& c) {
  const Ink& j = c.inks.joint;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.f.px(8), 0.0f));
  draw_index(c, text("j", Face::Italic, j), c.values.joint.joint, j);
  draw_index(c,
             row({text("p", Face::Italic, c.inks.parent), text("(", Face::Upright, c.inks.parent),
                  text("j", Face::Italic, j), text(")", Face::Upright, c.inks.parent)}),
             c.values.joint.parent, c.inks.parent);
  ImGui::PopStyleVar();
}

void draw_world(MathContext& c) {
  MathState& s = c.f.state.math;
  if (!section(c.f, "Where the joint stands", "", s.world_open)) return;
  draw_formula_line(c, "world", world_formula(c.inks, c.values.joint.parent >= 0));
  draw_unfolded(c,
                {symbol_id(Symbol::World), symbol_id(Symbol::ParentWorld),
                 symbol_id(Symbol::BaseLocal), symbol_id(Symbol::UserLocal)},
                symbol_id(Symbol::World));
}

// The same edit from the other side.
void draw_increment(MathContext& c) {
  MathState& s = c.f.state.math;
  if (!section(c.f, "Your edit in the world's axes", "", s.increment_open)) return;
  const bool has_parent = c.values.joint.parent >= 0;
  draw_formula_line(c, "increment", increment_formula(c.inks, has_parent));
  draw_formula_line(c, "increment by", increment_by_local(c.inks, has_parent));
  draw_unfolded(c, {symbol_id(Symbol::WorldIncrement)}, symbol_id(Symbol::WorldIncrement));
  paragraph(c.f,
            "On the left, a turn R alone would go about the world's origin. To go about the joint, "
            "U is Trans(c) R Trans(-c) with c where it stands.");
}

// One factor of the chain: its number, L_k Ul_k, the joint.
void draw_step(MathContext& c, int k) {
  Frame& f = c.f;
  const JointFactors& step = c.values.chain[static_cast<std::size_t>(k)];
  const int symbol = symbol_id(Symbol::Step, k);
  const Ink ink{symbol_color(f, step.joint, f.colors.panel)};
  const std::string number = std::to_string(k + 1);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const float width = ImGui::GetContentRegionAvail().x, line = f.px(24);
  ImGui::PushID(symbol);
  if (ImGui::InvisibleButton("step", ImVec2(width, line))) toggle_kept(f.state, symbol);
  ImGui::PopID();
  mark(f, "step:", number);
  if (ImGui::IsItemHovered()) c.pointed = symbol;
  const bool lit = ImGui::IsItemHovered() || f.state.math.pointed == symbol;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (lit) {
    list->AddRectFilled(im(corner), im(corner + vec2(width, line)), to_u32(f.colors.text, 0.08f),
                        f.px(4));
  }
  const Typeset factor = lay_out_formula(step_formula(number, ink), f.px(15), c.measure);
  const float baseline = corner.y + 0.5f * line + 0.32f * f.px(15);
  paint(list, factor, {corner.x + f.px(6), baseline});
  const bool touched = step.user_local != mat4(1.0f);
  const float x = corner.x + f.px(86), right = corner.x + width - f.px(6);
  const char* note = touched ? "edited" : "";
  const float note_width = ImGui::CalcTextSize(note).x;
  const float y = std::floor(corner.y + 0.5f * (line - ImGui::GetFontSize()));
  list->AddText(ImVec2(right - note_width, y), to_u32(f.colors.accent), note);
  list->AddText(ImVec2(x, y), to_u32(lit ? f.colors.text : f.colors.text_dim),
                elided(joint_name(f, step.joint), right - note_width - f.px(8) - x).c_str());
  if (!is_kept(f.state, symbol)) return;
  draw_matrix_block(c, symbol, step_world(number, ink), meaning_of(*f.model(), c.values, symbol),
                    step.world);
  draw_matrix_block(c, symbol_id(Symbol::StepFactor, k), step_formula(number, ink),
                    touched ? "its own factor, L times Ul" : "its own factor; Ul is the identity",
                    mul_affine(step.base_local, step.user_local));
}

// The product up to the factor under the mouse, in a place of its own: the rows below stay where
// they are while the mouse runs down them.
void draw_running_product(MathContext& c) {
  const int pointed = c.pointed >= 0 ? c.pointed : c.f.state.math.pointed;
  const int last = static_cast<int>(c.values.chain.size()) - 1;
  const bool step = pointed >= 0 && symbol_of(pointed) == Symbol::Step && index_of(pointed) <= last;
  const int k = step ? index_of(pointed) : last;
  const JointFactors& factors = c.values.chain[static_cast<std::size_t>(k)];
  const Ink ink{symbol_color(c.f, factors.joint, c.f.colors.panel)};
  const int symbol = symbol_id(Symbol::Step, k);
  ImGui::PushID("product");
  draw_matrix_block(c, symbol, step_world(std::to_string(k + 1), ink),
                    meaning_of(*c.f.model(), c.values, symbol), factors.world);
  ImGui::PopID();
}

void draw_chain(MathContext& c) {
  Frame& f = c.f;
  const std::size_t n = c.values.chain.size();
  if (!section(f, "From the root, factor by factor", counted_joints(n), f.state.math.chain_open)) {
    return;
  }
  std::vector<Ink> inks;
  for (const JointFactors& k : c.values.chain) {
    inks.push_back({symbol_color(f, k.joint, f.colors.panel)});
  }
  draw_formula_line(c, "chain", chain_formula(c.inks, inks));
  draw_running_product(c);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(8), f.px(2)));
  for (std::size_t k = 0; k < n; ++k) draw_step(c, static_cast<int>(k));
  ImGui::PopStyleVar();
  vertical_space(f, 4);
}

void choose_mesh(MathContext& c) {
  Frame& f = c.f;
  if (c.values.meshes.size() < 2) return;
  const Model& model = *f.model();
  const int shown = c.values.skin->mesh;
  if (!begin_combo(f, "##skin", "Skin of " + mesh_name(model, shown),
                   ImGui::GetContentRegionAvail().x)) {
    return;
  }
  for (const int m : c.values.meshes) {
    ImGui::PushID(m);
    if (list_row(mesh_name(model, m).c_str(), m == shown)) f.state.of_model.math.mesh = m;
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void draw_skin(MathContext& c) {
  Frame& f = c.f;
  if (!section(f, "From bind pose to this pose", "", f.state.math.skin_open)) return;
  if (!c.values.skin) {
    paragraph(f, "No skin names this joint, so it has no B and no T: it moves no vertex.");
    return;
  }
  choose_mesh(c);
  draw_formula_line(c, "skin", skin_formula(c.inks));
  draw_unfolded(
      c, {symbol_id(Symbol::Skin), symbol_id(Symbol::SkinWorld), symbol_id(Symbol::InverseBind)},
      symbol_id(Symbol::Skin));
  if (c.values.base != BasePose::Bind) {
    paragraph(f, std::string("B comes from the bind pose: it is no product of the ") +
                     (c.values.base == BasePose::Rest ? "L of the rest pose" : "L(t) of the clip") +
                     " above.");
  }
}

void light_view(MathContext& c) {
  UiState& state = c.f.state;
  if (c.pointed >= 0) {
    light_up(c.f, c.values, c.pointed, state.highlight);
  } else {
    for (const int symbol : state.math.kept) light_up(c.f, c.values, symbol, state.highlight);
  }
  // What is pointed at shows from the next frame on where it stands above the mouse.
  if (state.math.pointed != c.pointed) c.f.out.wants_next_frame = true;
  state.math.pointed = c.pointed;
}

}  // namespace

void fold_indexed(MathState& state) {
  std::erase_if(state.kept, [](int symbol) { return index_of(symbol) != 0; });
}

void draw_math_panel(Frame& f) {
  const int joint = joint_of_interest(f);
  if (joint < 0) {
    paragraph(f, "Click a joint to see the formulas that move it, with its numbers.");
    return;
  }
  const FormulaValues values =
      formula_values(f.scene(), f.input.posed, joint, f.state.of_model.math.mesh, f.method);
  MathContext c{f, values, formula_inks(f, values, f.colors.panel), formula_measure()};
  c.inks.base = values.base;
  draw_indices(c);
  draw_world(c);
  draw_increment(c);
  draw_chain(c);
  draw_skin(c);
  draw_vertex(c);
  draw_normal(c);
  draw_rigid(c);
  light_view(c);
}

}  // namespace bindpose::ui
