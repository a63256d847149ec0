// The vertex and its normal in the Math tab.
#include <cmath>

#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/formula/math_parts.h"

namespace bindpose::ui {

namespace {

std::string mesh_word(const Model& model, const VertexRef& at) {
  const std::string& name = model.meshes[static_cast<std::size_t>(at.mesh)].name;
  return "vertex " + grouped(at.vertex) + (name.empty() ? "" : " of " + name);
}

// Where the joint alone would put the vertex; with dual quaternions s_j Q_j, which is what they
// blend.
std::string term_text(const VertexFactors& v, int index) {
  const auto k = static_cast<std::size_t>(index);
  if (!v.dual) return triple_text(v.terms[k].candidate);
  return (v.dual->sign[k] < 0.0f ? "\xE2\x80\x93" : "") + quaternion_text(v.dual->q[k].real);
}

// Name and weight, below them the joint's part in the formula, and the weight as a bar.
void draw_term(MathContext& c, int index, bool counts) {
  Frame& f = c.f;
  const VertexTerm& term = c.values.vertex->terms[static_cast<std::size_t>(index)];
  const int id = symbol_id(Symbol::Term, index);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetFontSize() + f.px(3);
  const vec2 size(width, 2.0f * line + f.px(8));
  ImGui::PushID(id);
  if (ImGui::InvisibleButton("term", im(size))) toggle_kept(f.state, id);
  ImGui::PopID();
  mark(f, "term:", std::to_string(index));
  if (ImGui::IsItemHovered()) {
    c.pointed = id;
    if (const auto told = text_of(*f.model(), c.values, id); told && copy_keys()) {
      copy_text(f, told->copied, plain_name(id));
    }
  }
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
      text(term_text(*c.values.vertex, index), Face::Number, {f.colors.text, 0.85f * alpha});
  paint(list, fit_formula(numbers, f.px(12.5f), f.px(9), width - 2.0f * pad, c.measure),
        {corner.x + pad, base + line});
  const float y = corner.y + size.y - f.px(2);
  list->AddRectFilled(ImVec2(corner.x + pad, y - f.px(2)), ImVec2(corner.x + width - pad, y),
                      to_u32(f.colors.text, 0.08f), f.px(1));
  const float part = glm::clamp(term.weight, 0.0f, 1.0f) * (width - 2.0f * pad);
  list->AddRectFilled(ImVec2(corner.x + pad, y - f.px(2)), ImVec2(corner.x + pad + part, y),
                      to_u32(ink, alpha), f.px(1));
}

// The numbers of u, b and c.
void draw_dual_steps(MathContext& c, const VertexFactors& v) {
  const DualFactors& d = *v.dual;
  const Ink& ink = c.inks.plain;
  const auto part = [&](const char* letter, const char* index) {
    return script(text(letter, Face::Upright, ink), text(index, Face::Upright, ink));
  };
  std::string turned;
  for (std::size_t k = 0; k < d.sign.size(); ++k) {
    if (d.sign[k] > 0.0f) continue;
    const auto joint = static_cast<std::size_t>(v.terms[k].joint);
    turned += (turned.empty() ? "" : ", ") + c.f.model()->skeleton.name[joint];
  }
  paragraph(c.f, "Above, the turn Q in each joint's T (w, x, y, z). " +
                     (turned.empty() ? "Every s is 1: all lie on the strongest joint's side."
                                     : "s is \xE2\x80\x93"
                                       "1 for " +
                                           turned + ", so that it turns the short way."));
  draw_value(c, Symbol::Stretched);
  draw_value(c, symbol_id(Symbol::DualSum), part("b", "0"));
  draw_value(c, symbol_id(Symbol::DualSum, 1), part("b", "e"));
  draw_value(c, symbol_id(Symbol::DualUnit), part("c", "0"));
  draw_value(c, symbol_id(Symbol::DualUnit, 1), part("c", "e"));
  draw_value(c, Symbol::DualMove);
  if (d.part < 1.0f) {
    const bool mixed = v.method != Deformer::DualQuaternion;
    paragraph(c.f, (mixed ? "v takes " : "The file's skin takes ") + cell_text(100.0f * d.part, 0) +
                       " % of this, and the rest of the linear blend.");
  }
}

}  // namespace

void draw_vertex(MathContext& c) {
  Frame& f = c.f;
  const Deformer method = f.method;
  const std::string by(info_of(method).label);
  if (!section(f, "Where a vertex goes", by, f.state.math.vertex_open)) return;
  if (const std::string pane = told_pane_text(f); !pane.empty()) {
    paragraph(f, "As in " + pane + "; a click in another one chooses that.");
  }
  draw_formula_line(c, "vertex", vertex_formula(c.inks, method));
  if (has_dual_steps(method)) {
    const auto steps = dual_quaternion_steps(c.inks);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      draw_formula_line(c, ("dual " + std::to_string(i)).c_str(), steps[i]);
    }
  }
  if (const std::string words = formula_words(method); !words.empty()) paragraph(f, words);
  if (!c.values.vertex) {
    draw_unfolded(c, {symbol_id(Symbol::VertexSkin)}, -1);
    paragraph(f, f.scene().view.probe
                     ? "Point at the surface to see it for a vertex, or click to pin one."
                     : "P is the probe: with it, point at the surface to see it for a "
                       "vertex, or click to pin one.");
    return;
  }
  const VertexFactors& v = *c.values.vertex;
  paragraph(f,
            "i: " + mesh_word(*f.model(), v.probe.at) +
                (v.probe.follows_node ? ". It has no weights and follows its mesh's node." : ""));
  // What is pointed at unfolds above the rows, which stay under the mouse's way.
  draw_unfolded(c,
                {symbol_id(Symbol::Weight), symbol_id(Symbol::VertexSkin),
                 symbol_id(Symbol::Stretch), symbol_id(Symbol::Sign), symbol_id(Symbol::Turn)},
                -1);
  draw_value(c, Symbol::Point);
  for (std::size_t k = 0; k < v.terms.size(); ++k) {
    draw_term(c, static_cast<int>(k), method != Deformer::Rigid || k == 0);
  }
  if (v.dual) draw_dual_steps(c, v);
  draw_value(c, Symbol::Posed);
}

namespace {

void normal_choice(Frame& f, const char* id, const char* label, NormalUse normals) {
  ViewSettings view = f.scene().view;
  if (!toggle(f, id, label, view.normals == normals) || view.normals == normals) return;
  view.normals = normals;
  f.set_view(view);
}

}  // namespace

void draw_normal(MathContext& c) {
  Frame& f = c.f;
  if (!section(f, "How its normal turns", "", f.state.math.normal_open)) return;
  const bool plain = f.scene().view.normals == NormalUse::BlendedMatrix;
  draw_formula_line(c, "blend", blend_formula(c.inks, f.method));
  draw_formula_line(c, "normal", normal_formula(c.inks, plain));
  draw_unfolded(c,
                {symbol_id(Symbol::Weight, 1), symbol_id(Symbol::VertexSkin, 1),
                 symbol_id(Symbol::Stretch, 1)},
                -1);
  normal_choice(f, "usual normals", "Shade with these, the usual ones",
                NormalUse::InverseTranspose);
  normal_choice(f, "exact normals", "Shade with the surface's own", NormalUse::Exact);
  normal_choice(f, "plain normals", "Shade with M itself, the wrong one", NormalUse::BlendedMatrix);
  if (std::ranges::any_of(f.model()->meshes, &Mesh::flat)) {
    paragraph(f,
              "Meshes without normals in their file are lit by their triangles, whichever of these "
              "is chosen.");
  }
  if (!c.values.vertex) {
    paragraph(f,
              "Normals turn with the inverse transpose of M, so that they stay at right angles to "
              "what M makes of the surface. Where the weights are constant that is the surface "
              "itself; where they change, it is the usual approximation.");
    return;
  }
  const VertexFactors& v = *c.values.vertex;
  draw_value(c, Symbol::Normal);
  draw_value(c, Symbol::NormalOut);
  draw_value(c, Symbol::NormalExact);
  draw_value(c, Symbol::NormalPlain);
  draw_matrix_block(c, symbol_id(Symbol::Blend), symbol_node(Symbol::Blend, c.inks),
                    meaning_of(*f.model(), c.values, symbol_id(Symbol::Blend)), v.blend);
}

}  // namespace bindpose::ui
