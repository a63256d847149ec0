// Formulas of lessons (docs/lessons.md) as MathML, which browsers set themselves.
#pragma once

#include <string>
#include <string_view>

namespace bindpose {

// "W_j = W_{p(j)} L_j Ul_j" as a <math> element; `display`: on a line of its own, with what a sum
// runs over below it. Spoken words (scene/lesson/transcript.h) go with it for screen readers.
std::string mathml(std::string_view formula, bool display);

}  // namespace bindpose
