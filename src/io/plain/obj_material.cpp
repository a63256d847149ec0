#include "io/plain/obj_material.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <sstream>

#include "io/assimp/material.h"
#include "io/files/companion.h"
#include "io/files/file_head.h"
#include "io/plain/mtl_lines.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "io/text/utf8.h"
#include "math/ascii.h"

namespace bindpose {
namespace {

// Exporters name the libraries at the top.
constexpr std::size_t kMaterialHeadBytes = std::size_t{1} << 16;
constexpr std::size_t kMostLibrary = std::size_t{1} << 26;
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

// What stands behind one "mtllib".
struct NamedLine {
  std::string asked;                                              // as Assimp asks for it
  std::vector<std::filesystem::path> there{};                     // in their order
  std::vector<std::pair<std::string, std::string>> other_case{};  // as it is named, as it is
  std::vector<std::string> missing{};
};

// One name, in the file's capitals or others.
bool add_library(const std::filesystem::path& folder, std::string name, NamedLine& out) {
  std::ranges::replace(name, '\\', '/');
  if (const auto exact = find_companion(folder, name)) {
    out.there.push_back(*exact);
    return true;
  }
  const auto other = find_in_other_case(folder, name);
  if (!other) return false;
  out.there.push_back(*other);
  out.other_case.emplace_back(name, other->filename().string());
  return true;
}

// The names of a line that is none as a whole: each ends in ".mtl", for a name may have blanks.
std::vector<std::string> names_in(std::string_view line) {
  std::vector<std::string> out;
  const std::string low = in_lower_case(std::string(line));
  constexpr std::string_view kEnding = ".mtl";
  std::size_t from = 0;
  for (std::size_t at = low.find(kEnding); at != low.npos; at = low.find(kEnding, at + 1)) {
    const std::size_t end = at + kEnding.size();
    if (end < low.size() && low[end] != ' ' && low[end] != '\t') continue;
    out.emplace_back(line.substr(from, end - from));
    from = std::min(low.find_first_not_of(" \t", end), low.size());
  }
  return out;
}

NamedLine named_line(const std::filesystem::path& folder, std::string asked) {
  NamedLine out{asked};
  while (!asked.empty() && (asked.back() == ' ' || asked.back() == '\t')) asked.pop_back();
  if (asked.empty() || add_library(folder, asked, out)) return out;
  const std::vector<std::string> names = names_in(asked);
  for (const std::string& name : names) {
    if (!add_library(folder, name, out)) out.missing.push_back(name);
  }
  if (names.empty()) out.missing.push_back(asked);
  return out;
}

std::vector<NamedLine> library_lines(const std::filesystem::path& file) {
  std::vector<NamedLine> out;
  std::istringstream lines(head_text(file, kMaterialHeadBytes));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, asked;
    words >> key;
    if (key != "mtllib") continue;
    std::getline(words >> std::ws, asked);
    if (asked.ends_with('\r')) asked.pop_back();
    if (std::ranges::find(out, asked, &NamedLine::asked) != out.end()) continue;
    out.push_back(named_line(file.parent_path(), asked));
  }
  return out;
}

struct Named {
  std::vector<std::filesystem::path> there;
  std::vector<std::string> missing;
};

Named named_libraries(const std::filesystem::path& file) {
  Named out;
  const auto add = [](const auto& from, auto& to) {
    for (const auto& one : from) {
      if (std::ranges::find(to, one) == to.end()) to.push_back(one);
    }
  };
  for (const NamedLine& line : library_lines(file)) {
    add(line.there, out.there);
    add(line.missing, out.missing);
  }
  return out;
}

void note_left_out(const std::string& library, const std::vector<MtlLine>& lines, Model& model) {
  if (lines.empty()) return;
  constexpr std::size_t kLinesTold = 3, kLongestTold = 40;
  std::string said;
  for (std::size_t k = 0; k < std::min(lines.size(), kLinesTold); ++k) {
    const std::string& text = lines[k].text;
    said += (k == 0 ? "" : ", ") + std::to_string(lines[k].number) + " (\"" +
            clean_text(text.substr(0, kLongestTold)) + (text.size() > kLongestTold ? "..." : "") +
            "\")";
  }
  if (lines.size() > kLinesTold)
    said += " and " + std::to_string(lines.size() - kLinesTold) + " more";
  const bool wrong = std::ranges::any_of(lines, [](const MtlLine& line) { return !line.unknown; });
  report(model, wrong ? Severity::Warning : Severity::Info, "file",
         std::string(lines.size() == 1 ? "A line of its library \"" : "Lines of its library \"") +
             clean_text(library) +
             (lines.size() == 1 ? "\" is not understood and was left out: "
                                : "\" are not understood and were left out: ") +
             said + ".");
}

// A library as bytes to serve; each is said of once, however often it is named.
std::string clean_library(const std::filesystem::path& library, std::set<std::string>& said,
                          Model& model) {
  const CleanMtl clean = clean_mtl(head_text(library, kMostLibrary));
  const std::string name = library.filename().string();
  if (said.insert(library.string()).second) note_left_out(name, clean.left_out, model);
  return clean.text;
}

void serve(const std::string& name, const std::string& text, ModelFile& file) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(text.begin(), text.end());
  file.made[name] = {*kept, kept};
}

}  // namespace

std::vector<std::filesystem::path> obj_libraries(const std::filesystem::path& file) {
  return named_libraries(file).there;
}

void serve_obj_libraries(ModelFile& file, Model& model) {
  const std::filesystem::path folder = file.path.parent_path();
  std::set<std::string> said;
  for (const NamedLine& line : library_lines(file.path)) {
    for (const auto& [asked, is] : line.other_case) {
      report(model, Severity::Info, "file",
             "It names \"" + clean_text(asked) + "\", which is not there; \"" + clean_text(is) +
                 "\" was taken, whose name differs in capitals alone.");
    }
    if (line.there.empty()) continue;
    std::string text;
    for (const std::filesystem::path& library : line.there) {
      text += clean_library(library, said, model);
    }
    serve(made_name(folder / line.asked, folder), text, file);
  }
  // Where a file has none of those, or names them farther down, Assimp looks for this.
  const std::string own = file.path.stem().string() + ".mtl";
  if (file.made.contains(own)) return;
  if (const auto library = find_companion(folder, own)) {
    serve(own, clean_library(*library, said, model), file);
  }
}

bool empty_obj_libraries(ModelFile& file, Model& model) {
  if (file.made.empty()) return false;
  for (auto& [name, library] : file.made) {
    library.bytes = {};
    report(model, Severity::Warning, "file",
           "Its materials in \"" + clean_text(name) +
               "\" can not be read; its surface has none of their colours and textures.");
  }
  return true;
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
