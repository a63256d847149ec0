#include "ui/base/length.h"

#include <cmath>
#include <cstdio>

#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

enum Unit { kEach, kMetres, kCentimetres, kMillimetres, kFile };  // as kUnits of the settings

std::string sign_of(double metres) {
  const auto is = [metres](double unit) { return std::abs(metres / unit - 1.0) < 1e-3; };
  return is(1.0) ? " m" : is(0.01) ? " cm" : is(0.001) ? " mm" : is(0.0254) ? " in" : " units";
}

}  // namespace

bool one_unit(const Frame& f) {
  return f.state.settings.units != kEach;
}

double chosen_unit(int units, const Model* model) {
  if (units == kMetres) return 1.0;
  if (units == kCentimetres) return 0.01;
  if (units == kMillimetres) return 0.001;
  if (units == kFile && model != nullptr) return std::max(metres_a_unit(*model), 0.0);
  return 0.0;
}

ShownLength shown_length(const Frame& f, double kept_metres, double each) {
  const double chosen = chosen_unit(f.state.settings.units, f.model());
  double metres = chosen > 0.0 ? chosen : each;
  if (!(metres > 0.0) || !(kept_metres > 0.0)) metres = kept_metres = 1.0;
  ShownLength out{kept_metres / metres, metres, length_unit(metres), sign_of(metres)};
  // An edit must not come from rounding alone.
  if (std::abs(out.factor - 1.0) < 1e-6) out.factor = 1.0;
  if (one_unit(f)) out.decimals = metres < 0.002 ? 1 : metres < 0.03 ? 2 : 3;
  return out;
}

std::string length_text(const Frame& f, double metres, const std::string& usual) {
  if (!one_unit(f)) return usual;
  const ShownLength shown = shown_length(f, 1.0, 1.0);
  return number(metres * shown.factor, shown.decimals) + shown.sign;
}

std::string three_digits(float metres) {
  const bool large = metres >= 1.0f, small = metres < 0.01f;
  const double shown = static_cast<double>(metres) * (large ? 1.0 : small ? 1e3 : 1e2);
  char text[32];
  std::snprintf(text, sizeof text, "%.*f%s", shown < 10.0 ? 2 : 1, shown,
                large   ? " m"
                : small ? " mm"
                        : " cm");
  return text;
}

}  // namespace bindpose::ui
