// A library of materials (.mtl), statement by statement, so that no line of it can stop its OBJ.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

struct MtlLine {
  std::size_t number = 0;  // in the file, from 1
  std::string text{};      // without blanks at its ends
  bool unknown = false;    // the statement is none that is known; else what follows it is wrong
};

// What is understood, one statement a line as Assimp reads it: a colour by one number has three,
// blanks and comments behind values are gone, and so are those options of textures that change
// nothing here. `left_out`: the other lines. Assimp refuses the OBJ for most of these.
struct CleanMtl {
  std::string text{};
  std::vector<MtlLine> left_out{};
};
CleanMtl clean_mtl(std::string_view text);

}  // namespace bindpose
