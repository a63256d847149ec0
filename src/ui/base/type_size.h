// What a type size means.
#pragma once

namespace bindpose::ui {

// Sizes count so that capitals are kCapital of them high, whatever the face.
inline constexpr float kCapital = 0.7f;

}  // namespace bindpose::ui
