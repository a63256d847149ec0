#include "ui/browser/names.h"

#include <algorithm>
#include <filesystem>

#include "math/ascii.h"

namespace bindpose::ui {

bool is_folder_entry(std::string_view entry) {
  return !entry.empty() && entry.back() == '/';
}

bool has_ending(std::string_view name, const std::vector<std::string>& endings) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string ending = in_lower_case(std::string(name.substr(dot + 1)));
  return std::ranges::find(endings, ending) != endings.end();
}

std::string stem(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string join_path(const std::string& folder, std::string_view entry) {
  std::string path = folder;
  if (path.empty() || path.back() != '/') path += '/';
  path += entry;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string parent_folder(const std::string& folder) {
  if (folder == ".") return "..";
  if (folder == ".." || folder.ends_with("/..")) return folder + "/..";
  const std::size_t slash = folder.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : folder.substr(0, slash);
}

std::string last_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

TypedName resolve_typed(const std::string& folder, const std::string& typed) {
  const std::size_t slash = typed.rfind('/');
  if (slash == std::string::npos) return {folder, typed};
  const std::string part = slash == 0 ? "/" : typed.substr(0, slash);
  return {typed.front() == '/' ? part : join_path(folder, part), typed.substr(slash + 1)};
}

bool same_file(const std::string& path, const std::string& model_path) {
  if (path.empty() || model_path.empty()) return false;
  const std::string a = std::filesystem::path(path).lexically_normal().string();
  std::string b = std::filesystem::path(model_path).lexically_normal().string();
  if (a == b) return true;
  if (b.front() == '/') return false;
  while (b.starts_with("../")) b.erase(0, 3);
  return a.ends_with("/" + b);
}

}  // namespace bindpose::ui
