// Names and paths in the file browser, as text alone: whether something is there, only the folder's
// listing says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bindpose::ui {

bool is_folder_entry(std::string_view entry);  // "name/"
// Upper or lower case; `endings` without dots, in lower case.
bool has_ending(std::string_view name, const std::vector<std::string>& endings);
// "ogre" of "ogre.glb"; ".hidden" of ".hidden".
std::string stem(const std::string& name);

std::string join_path(const std::string& folder, std::string_view entry);
// Of "." it is ".."; of "/" it is "/".
std::string parent_folder(const std::string& folder);
// The name after the last slash.
std::string last_name(const std::string& path);

// What was typed as a name: a name in `folder`, or a path of its own, absolute or from `folder` on.
struct TypedName {
  std::string folder, name;
};
TypedName resolve_typed(const std::string& folder, const std::string& typed);

// Whether both mean one file, as far as text can tell: a model may have been opened by a relative
// path, and the browser knows full ones.
bool same_file(const std::string& path, const std::string& model_path);

}  // namespace bindpose::ui
