#include "ui/panels/weights/weight_curve.h"

#include <algorithm>
#include <cmath>

#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kCurveHeight = 110.0f;

WeightCurve::Of curve_of(const Scene& scene, int joint) {
  return {model_id(scene), scene.weights.revision, joint};
}

// The joint of that name in the other file; -1: none.
int joint_in_other(const Frame& f) {
  if (!f.input.compared.on()) return -1;
  const Scene& other = f.input.compared.other->document.scene();
  return find_joint(other.model->skeleton,
                    f.model()->skeleton.name[static_cast<std::size_t>(f.selected())]);
}

const WeightCurve& curve_now(Frame& f) {
  WeightCurve& c = f.state.of_model.weight_curve;
  const WeightCurve::Of a = curve_of(f.scene(), f.selected());
  const int joint = joint_in_other(f);
  const WeightCurve::Of b =
      joint < 0 ? WeightCurve::Of{} : curve_of(f.input.compared.other->document.scene(), joint);
  if (a == c.a_is_of && b == c.b_is_of) return c;
  // While a brush or a slider changes weights in every frame, the curve waits for the end.
  const bool same = a.joint == c.a_is_of.joint && a.model == c.a_is_of.model && b == c.b_is_of;
  if (same && f.document().in_gesture()) return c;
  c.a_is_of = a;
  c.b_is_of = b;
  c.a = weight_over_distance(f.scene(), f.selected());
  c.b = {};
  if (joint < 0) return c;
  const Scene& other = f.input.compared.other->document.scene();
  c.b = weight_over_distance(other, joint);
  // Both along one axis, in A's unit.
  const double b_in_a = metres_a_unit(*other.model) / metres_a_unit(*f.model());
  const auto factor = static_cast<float>(std::isfinite(b_in_a) && b_in_a > 0.0 ? b_in_a : 1.0);
  const float longest_b = c.b.longest * factor;
  if (longest_b > c.a.longest) {
    c.a = weight_over_distance(f.scene(), f.selected(), longest_b);
  } else if (c.a.longest > longest_b) {
    c.b = weight_over_distance(other, joint, c.a.longest / factor);
  }
  c.b.longest *= factor;
  return c;
}

void draw_bins(const Frame& f, const Rect& r, const WeightOverDistance& curve, const vec3& color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = r.size().x / static_cast<float>(curve.bin.size());
  const auto y = [&r](float w) { return r.hi.y - std::clamp(w, 0.0f, 1.0f) * r.size().y; };
  std::vector<ImVec2> line;
  for (std::size_t k = 0; k < curve.bin.size(); ++k) {
    const WeightOverDistance::Bin& bin = curve.bin[k];
    if (bin.count == 0) continue;
    const float x = r.lo.x + static_cast<float>(k) * width;
    list->AddRectFilled(ImVec2(x, y(bin.most)), ImVec2(x + width, y(bin.least)),
                        to_u32(color, 0.22f));
    line.push_back(ImVec2(x + 0.5f * width, y(bin.mean)));
  }
  compat::draw_polyline(list, line.data(), static_cast<int>(line.size()), to_u32(color), false,
                        f.px(2));
}

}  // namespace

void draw_weight_curve(Frame& f) {
  if (f.selected() < 0) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Select a joint to see how its weights fall with distance.");
    ImGui::PopTextWrapPos();
    mark(f, "weight curve hint");
    return;
  }
  const WeightCurve& c = curve_now(f);
  if (c.a.empty() && c.b.empty()) {
    ImGui::PushTextWrapPos();
    text_dim(f, "The joint has no bone, or pulls on nothing.");
    ImGui::PopTextWrapPos();
    return;
  }
  text_dim(f, "Weight over the distance to the bone");
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const vec2 size(ImGui::GetContentRegionAvail().x, f.px(kCurveHeight));
  ImGui::InvisibleButton("weight curve", im(size));
  mark(f, "weight curve");
  const Rect r{from_im(corner), from_im(corner) + size};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(im(r.lo), im(r.hi), to_u32(f.colors.text, 0.04f), f.px(4));
  for (const float w : {0.25f, 0.5f, 0.75f}) {
    const float y = std::floor(r.hi.y - w * size.y);
    list->AddLine(ImVec2(r.lo.x, y), ImVec2(r.hi.x, y), to_u32(f.colors.hairline));
  }
  const vec3 color_a = f.joint_color(f.selected()), color_b = f.colors.text;
  if (!c.a.empty()) draw_bins(f, r, c.a, color_a);
  if (!c.b.empty()) draw_bins(f, r, c.b, color_b);
  const float longest = std::max(c.a.longest, c.b.longest);
  const double each = metres_a_unit(*f.model());
  const ShownLength shown = shown_length(f, each, each);
  const auto at = [&](float d) {
    return number(static_cast<double>(d) * shown.factor, shown.decimals);
  };
  if (ImGui::IsItemHovered() && !c.a.empty()) {
    const float part = (ImGui::GetIO().MousePos.x - r.lo.x) / size.x;
    const auto k = std::min(
        static_cast<std::size_t>(std::max(part, 0.0f) * static_cast<float>(c.a.bin.size())),
        c.a.bin.size() - 1);
    const auto told = [k](const WeightOverDistance& curve) {
      const WeightOverDistance::Bin& bin = curve.bin[k];
      return bin.count == 0 ? std::string("no vertex")
                            : number(static_cast<double>(bin.mean), 3) + " on average, " +
                                  number(static_cast<double>(bin.least), 3) + " to " +
                                  number(static_cast<double>(bin.most), 3) + ", " +
                                  counted_vertices(bin.count);
    };
    tooltip(f, "d from " +
                   at(longest * static_cast<float>(k) / static_cast<float>(c.a.bin.size())) +
                   " on: " + told(c.a) +
                   (c.b.empty() ? "" : "\n" + f.input.compared.name_b + ": " + told(c.b)));
  }
  text_dim(f, "0");
  text_right("d = " + at(longest) + shown.sign, f.colors.text_dim);
  if (!c.b.empty()) {
    text_colored(color_a, "A, " + f.input.compared.name_a);
    text_colored(color_b, "B, " + f.input.compared.name_b);
  }
}

}  // namespace bindpose::ui
