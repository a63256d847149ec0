#include "io/plain/obj_material.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "io/assimp/material.h"
#include "io/files/companion.h"
#include "io/files/file_head.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "io/text/utf8.h"

namespace bindpose {
namespace {

// Exporters name the libraries at the top.
constexpr std::size_t kMaterialHeadBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxLibraryBytes = std::size_t{1} << 24;  // of all together

std::string head_text(const std::filesystem::path& path, std::size_t most) {
  std::string text = file_head(path, most);
  return has_utf16_mark(text) ? utf16_as_utf8(text) : text;
}

// The rest of a line after its first word, without spaces at the ends.
std::string rest_of(std::istringstream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  while (!rest.empty() && (rest.back() == '\r' || rest.back() == ' ')) rest.pop_back();
  return rest;
}

std::optional<double> obj_number_in(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double out = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return out;
}

// Of the options only these move a texture; each has one to three numbers.
bool moves_texture(std::istringstream& options) {
  double still = 0.0;  // what the option's numbers are where it moves nothing
  int numbers = 0;     // that may follow
  for (std::string word; options >> word;) {
    const auto number = obj_number_in(word);
    if (number && numbers > 0) {
      if (*number != still) return true;
      --numbers;
      continue;
    }
    const bool scales = word == "-s";
    numbers = scales || word == "-o" || word == "-t" ? 3 : 0;
    still = scales ? 1.0 : 0.0;
  }
  return false;
}

struct Library {
  std::set<std::string> materials, moved;
  bool whole = true;  // false: there was more than is read
};

void read_library(const std::string& text, Library& out) {
  std::istringstream lines(text);
  std::string material;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "newmtl") out.materials.insert(material = clean_text(rest_of(words)));
    if (key == "map_Kd" && moves_texture(words)) out.moved.insert(material);
  }
}

// As far as they are not absurdly large together.
Library read_libraries(const std::vector<std::filesystem::path>& files) {
  Library out;
  std::size_t budget = kMaxLibraryBytes;
  for (const std::filesystem::path& library : files) {
    const std::string text = head_text(library, budget);
    if (text.size() >= budget) out.whole = false;
    budget -= std::min(budget, text.size());
    read_library(text, out);
  }
  return out;
}

struct Named {
  std::vector<std::filesystem::path> there;
  std::vector<std::string> missing;
};

Named named_libraries(const std::filesystem::path& file) {
  Named out;
  std::istringstream lines(head_text(file, kMaterialHeadBytes));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key != "mtllib") continue;
    const std::string name = rest_of(words);
    const auto library = find_companion(file.parent_path(), name);
    if (!library) {
      if (std::ranges::find(out.missing, name) == out.missing.end()) out.missing.push_back(name);
    } else if (std::ranges::find(out.there, *library) == out.there.end()) {
      out.there.push_back(*library);
    }
  }
  return out;
}

}  // namespace

std::vector<std::filesystem::path> obj_libraries(const std::filesystem::path& file) {
  return named_libraries(file).there;
}

std::set<std::string> obj_moved_textures(const std::filesystem::path& file) {
  return read_libraries(obj_libraries(file)).moved;
}

void note_obj_materials(const std::filesystem::path& file, Model& model) {
  const Named named = named_libraries(file);
  for (const std::string& name : named.missing) {
    report(model, Severity::Warning, "file",
           "Its materials are in \"" + clean_text(name) +
               "\" (mtllib), which is not beside it: its surface has none of their colours and "
               "textures.");
  }
  const Library library = read_libraries(named.there);
  if (!named.missing.empty() || !library.whole) return;
  std::error_code unknown;
  // A library may be named farther down than is looked.
  if (named.there.empty() && !(std::filesystem::file_size(file, unknown) <= kMaterialHeadBytes)) {
    return;
  }
  for (const Material& material : model.materials) {
    if (has_default_name(material) || library.materials.contains(material.name)) continue;
    report(model, Severity::Warning, "material " + material.name,
           "Faces name it (usemtl), and no library of the file has it (newmtl): they have no "
           "colour of their own.");
  }
}

}  // namespace bindpose
