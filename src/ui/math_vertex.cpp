// The vertex and its normal in the Math tab.
#include <cmath>

#include "ui/math_parts.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

std::string mesh_word(const Model& model, const VertexRef& at) {
  const std::string& name = model.meshes[static_cast<std::size_t>(at.mesh)].name;
  return "vertex " + grouped(at.vertex) + (name.empty() ? "" : " of " + name);
}

// Name and weight, below them where this joint alone would put the vertex, and the weight as a bar.
void draw_term(MathContext& c, const VertexTerm& term, int index, bool counts) {
  Frame& f = c.f;
  const int id = symbol_id(Symbol::Term, index);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetFontSize() + f.px(3);
  const vec2 size(width, 2.0f * line + f.px(8));
  ImGui::PushID(id);
  if (ImGui::InvisibleButton("term", im(size))) toggle_kept(f.state, id);
  ImGui::PopID();
  mark(f, "term:", std::to_string(index));
  if (ImGui::IsItemHovered()) c.pointed = id;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool lit = ImGui::IsItemHovered() || f.state.math.pointed == id || is_kept(f.state, id);
  const bool own = term.joint == c.values.joint.joint;
  if (lit || own) {
    list->AddRectFilled(im(corner), im(corner + size), to_u32(f.colors.text, lit ? 0.10f : 0.05f),
                        f.px(4));
  }
  const float alpha = counts ? 1.0f : 0.45f, pad = f.px(6);
  const vec3 ink = symbol_color(f, term.joint, f.colors.panel);
  const std::string weight = cell_text(term.weight, 3);
  const Typeset w = lay_out_formula(text(weight, Face::Number, {ink, alpha}), f.px(13), c.measure);
  const float base = corner.y + f.px(2) + 0.76f * line;
  paint(list, w, {corner.x + width - pad - w.width, base});
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(term.joint)];
  list->AddText(ImVec2(corner.x + pad, corner.y + f.px(2)), to_u32(ink, alpha),
                elided(name, width - w.width - 3.0f * pad).c_str());
  const Node numbers =
      text(triple_text(term.candidate), Face::Number, {f.colors.text, 0.85f * alpha});
  paint(list, fit_formula(numbers, f.px(12.5f), f.px(9), width - 2.0f * pad, c.measure),
        {corner.x + pad, base + line});
  const float y = corner.y + size.y - f.px(2);
  list->AddRectFilled(ImVec2(corner.x + pad, y - f.px(2)),
                      ImVec2(corner.x + width - pad, y), to_u32(f.colors.text, 0.08f), f.px(1));
  const float part = glm::clamp(term.weight, 0.0f, 1.0f) * (width - 2.0f * pad);
  list->AddRectFilled(ImVec2(corner.x + pad, y - f.px(2)), ImVec2(corner.x + pad + part, y),
                      to_u32(ink, alpha), f.px(1));
}

Node italic_letter(const char* letter, const Ink& ink) {
  return text(letter, Face::Italic, ink);
}

}  // namespace

void draw_vertex(MathContext& c) {
  Frame& f = c.f;
  if (!section(f, "Where a vertex goes", "", f.state.math.vertex_open)) return;
  const Deformer method = f.scene().view.method;
  draw_formula_line(c, "vertex", vertex_formula(c.inks, method));
  if (method == Deformer::DualQuaternion) {
    const auto steps = dual_quaternion_steps(c.inks);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      draw_formula_line(c, ("dual " + std::to_string(i)).c_str(), steps[i]);
    }
  }
  if (!c.values.vertex) {
    paragraph(f, "Point at the surface to see it for a vertex, or click to pin one.");
    return;
  }
  const VertexFactors& v = *c.values.vertex;
  paragraph(f, "i: " + mesh_word(*f.model(), v.probe.at) +
                   (v.probe.follows_node ? ". It has no weights and follows its mesh's node." : ""));
  draw_value(c, symbol_id(Symbol::Point), italic_letter("v", c.inks.vertex),
             triple_text(v.probe.point), "in the bind pose, morphs added");
  for (std::size_t k = 0; k < v.terms.size(); ++k) {
    draw_term(c, v.terms[k], static_cast<int>(k), method != Deformer::Rigid || k == 0);
  }
  draw_value(c, symbol_id(Symbol::Posed), primed(text("v", Face::Italic, c.inks.vertex)),
             triple_text(v.result), "where it stands");
}

void draw_normal(MathContext& c) {
  Frame& f = c.f;
  if (!section(f, "How its normal turns", "", f.state.math.normal_open)) return;
  const bool plain = f.scene().view.normals == NormalUse::Plain;
  draw_formula_line(c, "blend", blend_formula(c.inks, f.scene().view.method));
  draw_formula_line(c, "normal", normal_formula(c.inks, plain));
  if (toggle(f, "plain normals", "Shade with M itself, the wrong one", plain)) {
    ViewSettings view = f.scene().view;
    view.normals = plain ? NormalUse::Right : NormalUse::Plain;
    f.set_view(view);
  }
  if (!c.values.vertex) {
    paragraph(f, "Normals turn with the inverse transpose of M, so that they stay at right angles "
                 "to the surface where M scales or shears.");
    return;
  }
  const VertexFactors& v = *c.values.vertex;
  const auto n_primed = primed(text("n", Face::Italic, c.inks.vertex));
  draw_value(c, symbol_id(Symbol::Normal), italic_letter("n", c.inks.vertex),
             triple_text(v.probe.point_normal), "in the bind pose");
  draw_value(c, symbol_id(Symbol::NormalOut), n_primed, triple_text(v.normal_right),
             "by the inverse transpose");
  draw_value(c, symbol_id(Symbol::NormalPlain), n_primed, triple_text(v.normal_plain),
             v.normal_degrees < 0.05f
                 ? "by M itself: the same here"
                 : "by M itself: off by " + cell_text(v.normal_degrees, 1) + "\xC2\xB0");
  draw_matrix_block(c, symbol_id(Symbol::Blend), text("M", Face::Upright, c.inks.plain),
                    "blended by the weights", v.blend);
}

}  // namespace bindpose::ui
