// Text as HTML: nothing that a lesson or a model says becomes more than text.
#pragma once

#include <string>
#include <string_view>

namespace bindpose {

// For text and for values in quotes: & < > " ' as entities, other control characters and broken
// UTF-8 as U+FFFD.
std::string html_text(std::string_view text);
// JSON that may stand in a <script> element: "<" as \u003c, so that nothing ends it.
std::string html_json(std::string json);

}  // namespace bindpose
