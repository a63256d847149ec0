// Text of a file made fit to be shown.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bindpose {

// Valid UTF-8 without control characters; what is neither becomes '?'.
std::string clean_text(std::string_view text);

// Text of several lines as it may go to a terminal or a title: where a letter is neither a line
// break nor fit to be shown, '?' stands. Beside control characters these are such that turn what
// follows around (U+202E and its like), by which a name could look like another one, and breaks of
// lines and paragraphs. JSON has them as \u202e, which reads back as it was. Names themselves stay
// as the file has them: what is exported is not changed.
std::string shown_text(std::string_view text);
std::string shown_json(std::string_view text);

// A sentence so, for a terminal, which would obey the control characters of a file's names. What is
// longer than a person reads, for a name in it is, is cut and ends with "...".
std::string shown_sentence(std::string_view text);

// The path so, in quotes: how sentences name a file.
std::string quoted_path(const std::filesystem::path& path);

}  // namespace bindpose
