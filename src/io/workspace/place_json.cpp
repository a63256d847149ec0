#include "io/workspace/place_json.h"

#include <system_error>

#include "io/text/json_text.h"

namespace bindpose {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMostPlaces = 1000;

const Json& list_in(const Json& object, const char* key) {
  static const Json none = Json::array();
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : none;
}

std::string text_in(const Json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// The first that is there; empty: none.
fs::path place_from(const fs::path& workspace, const Json& place, bool folder) {
  for (const char* key : {"path", "absolute"}) {
    const std::string named = text_in(place, key);
    if (named.empty()) continue;
    const fs::path path = (workspace.parent_path() / named).lexically_normal();
    std::error_code error;
    if (folder ? fs::is_directory(path, error) : fs::is_regular_file(path, error)) return path;
  }
  return {};
}

}  // namespace

// A file by its path from the workspace's folder, so that both can be moved together, and by its
// full one, so that the workspace can be moved alone.
OrderedJson place_json(const std::string& path, const fs::path& workspace) {
  std::error_code error;
  const fs::path full = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path folder = fs::weakly_canonical(fs::absolute(workspace, error), error).parent_path();
  const fs::path relative = full.lexically_relative(folder);
  return {{"path", clean_utf8((relative.empty() ? full : relative).generic_string())},
          {"absolute", clean_utf8(full.generic_string())}};
}

OrderedJson textures_json(const TexturePlaces& textures, const fs::path& workspace) {
  OrderedJson out = OrderedJson::object();
  for (const fs::path& folder : textures.folders) {
    out["folders"].push_back(place_json(folder.string(), workspace));
  }
  for (const auto& [stored, file] : textures.files) {
    OrderedJson place = place_json(file.string(), workspace);
    place["texture"] = clean_utf8(stored);
    out["files"].push_back(std::move(place));
  }
  return out;
}

TexturePlaces textures_from(const fs::path& workspace, const Json& tree) {
  TexturePlaces out;
  for (const Json& place : list_in(tree, "folders")) {
    if (out.folders.size() >= kMostPlaces) break;
    if (const fs::path path = place_from(workspace, place, true); !path.empty()) {
      out.folders.push_back(path);
    }
  }
  for (const Json& place : list_in(tree, "files")) {
    const std::string stored = text_in(place, "texture");
    if (stored.empty() || out.files.size() >= kMostPlaces) continue;
    if (const fs::path path = place_from(workspace, place, false); !path.empty()) {
      out.files[stored] = path;
    }
  }
  return out;
}

}  // namespace bindpose
