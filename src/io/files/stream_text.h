#pragma once

#include <istream>
#include <string>

namespace bindpose {

// What is left of a stream, in blocks (iterators take it byte by byte, which shows where
// nothing is optimised). The stream's state stays as it was; a folder that was opened throws
// std::ios_base::failure, as the iterators do.
std::string remaining_text(std::istream& in);

}  // namespace bindpose
