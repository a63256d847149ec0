#include "ui/base/number_field.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "ui/base/imgui_compat.h"

namespace bindpose::ui {

namespace {

// Reads from the left; every function leaves `rest` behind what it took. Brackets end the recursion
// at a depth that no field has room for.
class Expression {
 public:
  Expression(std::string_view text, double before, double metres)
      : rest_(text), before_(before), metres_(metres) {}

  std::optional<double> value() {
    skip_spaces();
    constexpr std::string_view kSigns = "+-*/";
    if (rest_.size() > 1 && rest_[1] == '=' && kSigns.find(rest_[0]) != std::string_view::npos) {
      return changed_by(rest_[0]);
    }
    const bool goes_on = !rest_.empty() && (rest_[0] == '*' || rest_[0] == '/');
    const std::optional<double> v = sum(goes_on ? std::optional(before_) : std::nullopt);
    return v && rest_.empty() && std::isfinite(*v) ? v : std::nullopt;
  }

 private:
  // Behind the two signs: "+= 10".
  std::optional<double> changed_by(char sign) {
    rest_.remove_prefix(2);
    skip_spaces();
    const std::optional<double> v = sum({});
    if (!v || !rest_.empty()) return std::nullopt;
    const double now = sign == '+'   ? before_ + *v
                       : sign == '-' ? before_ - *v
                       : sign == '*' ? before_ * *v
                                     : before_ / *v;
    return std::isfinite(now) ? std::optional(now) : std::nullopt;
  }

  void skip_spaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }

  bool take(char c) {
    skip_spaces();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    skip_spaces();
    return true;
  }

  std::optional<double> sum(std::optional<double> first) {
    std::optional<double> left = product(first);
    while (left) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      const std::optional<double> right = product({});
      if (!right) return std::nullopt;
      *left += plus ? *right : -*right;
    }
    return left;
  }

  std::optional<double> product(std::optional<double> first) {
    std::optional<double> left = first ? first : factor();
    while (left) {
      const bool times = take('*');
      if (!times && !take('/')) break;
      const std::optional<double> right = factor();
      if (!right) return std::nullopt;
      *left = times ? *left * *right : *left / *right;
    }
    return left;
  }

  std::optional<double> factor() {
    if (take('-')) {
      const std::optional<double> v = factor();
      return v ? std::optional(-*v) : std::nullopt;
    }
    if (take('+')) return factor();
    if (take('(')) {
      const std::optional<double> v = sum({});
      return v && take(')') ? v : std::nullopt;
    }
    double v = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), v);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    skip_spaces();
    return with_unit(v);
  }

  // A unit is the letters up to the next sign; one that is not known is no number.
  double with_unit(double v) {
    if (!(metres_ > 0.0)) return v;
    constexpr std::pair<std::string_view, double> kUnits[] = {
        {"mm", 0.001}, {"cm", 0.01}, {"km", 1000.0}, {"m", 1.0}, {"in", 0.0254}, {"ft", 0.3048}};
    for (const auto& [sign, unit] : kUnits) {
      if (!rest_.starts_with(sign)) continue;
      rest_.remove_prefix(sign.size());
      skip_spaces();
      return v * unit / metres_;
    }
    return v;
  }

  std::string_view rest_;
  double before_, metres_;
};

}  // namespace

std::optional<double> expression_value(std::string_view text, double before, double metres) {
  return Expression(text, before, metres).value();
}

namespace {

// What ImGui's storage of a window keeps of a field that is typed in, beside its number's id.
enum Kept : ImGuiID { kBefore = 1, kState = 2 };
enum State { kResting, kTyping, kRefused };

std::string as_shown(float value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(without_lone_sign(value, format)));
  return text;
}

// ImGui's own field for a typed number lets no bracket through and reads as far as a number goes.
std::string type_text(ImGuiID item, const char* id) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImRect box(corner,
                   ImVec2(corner.x + ImGui::CalcItemWidth(), corner.y + ImGui::GetFrameHeight()));
  ImGui::ItemSize(box, ImGui::GetStyle().FramePadding.y);
  if (!ImGui::ItemAdd(box, item, &box, ImGuiItemFlags_Inputable)) return {};
  char text[64] = {};
  std::snprintf(text, sizeof text, "%s", compat::typed_text().c_str());
  ImGui::TempInputText(box, item, id, text, sizeof text, ImGuiInputTextFlags_AutoSelectAll);
  return text;
}

}  // namespace

float without_lone_sign(float value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(value));
  return text[0] == '-' && text[std::strspn(text, "-0.")] == '\0' ? 0.0f : value;
}

bool number_field(Frame& f, const char* id, float& value, float speed, const char* format,
                  double metres) {
  const ImGuiID item = ImGui::GetID(id);
  ImGuiStorage* kept = ImGui::GetStateStorage();
  const float shown = value;
  if (!ImGui::TempInputIsActive(item)) {
    if (kept->GetInt(item + kState) == kRefused) f.say("That is no number: the value stays.");
    kept->SetInt(item + kState, kResting);
    float drawn = without_lone_sign(value, format);
    const bool changed = ImGui::DragFloat(id, &drawn, speed, 0.0f, 0.0f, format);
    if (changed) value = drawn;
    if (!ImGui::TempInputIsActive(item)) return changed;
    // The click that opens it changes nothing.
    value = shown;
    kept->SetFloat(item + kBefore, shown);
    kept->SetInt(item + kState, kTyping);
    return false;
  }
  const float before = kept->GetFloat(item + kBefore, shown);
  const std::string text = type_text(item, id);
  const bool untouched = text.empty() || text == as_shown(before, format);
  const std::optional<double> meant = expression_value(text, static_cast<double>(before), metres);
  value = untouched || !meant ? before : static_cast<float>(*meant);
  const bool refused = !untouched && !meant && !key_pressed(Key::Escape);
  kept->SetInt(item + kState, refused ? kRefused : kTyping);
  return value != shown;
}

TypedByDoubleClick::TypedByDoubleClick() : ctrl_(ImGui::GetIO().KeyCtrl) {
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ImGui::GetIO().KeyCtrl = true;
}
TypedByDoubleClick::~TypedByDoubleClick() {
  ImGui::GetIO().KeyCtrl = ctrl_;
}

bool bar_slider(Frame& f, const char* id, float& value, float least, float most, const char* format,
                int flags) {
  const bool logarithmic = (flags & ImGuiSliderFlags_Logarithmic) != 0 && least > 0.0f;
  const float along = logarithmic
                          ? std::log(std::max(value, least) / least) / std::log(most / least)
                          : (value - least) / (most - least);
  const ImVec2 lo = ImGui::GetCursorScreenPos();
  const vec2 size(ImGui::CalcItemWidth(), ImGui::GetFrameHeight());
  const Rect r{from_im(lo), from_im(lo) + size};
  const float to = std::floor(r.lo.x + std::clamp(along, 0.0f, 1.0f) * size.x);
  const float rounding = ImGui::GetStyle().FrameRounding;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(im(r.lo), im(r.hi), ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  list->PushClipRect(im(r.lo), ImVec2(to, r.hi.y), true);
  list->AddRectFilled(im(r.lo), im(r.hi), to_u32(f.colors.accent, 0.28f), rounding);
  list->AddRectFilled(ImVec2(to - f.px(2), r.lo.y), ImVec2(to, r.hi.y),
                      to_u32(f.colors.accent, 0.8f));
  list->PopClipRect();
  for (const ImGuiCol color : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(color, ImVec4(0, 0, 0, 0));
  const TypedByDoubleClick typed;
  const bool changed = ImGui::SliderFloat(id, &value, least, most, format, flags);
  ImGui::PopStyleColor(5);
  return changed;
}

}  // namespace bindpose::ui
