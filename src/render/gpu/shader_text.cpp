#include "render/gpu/shader_text.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace bindpose {
namespace {

std::optional<std::string> read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::optional<std::string> included_file(const std::string& line) {
  static const std::regex pattern(R"re(^\s*#\s*include\s+"([^"]+)"\s*\r?$)re");
  std::smatch match;
  if (!std::regex_match(line, match, pattern)) return std::nullopt;
  return match[1].str();
}

void expand_into(const std::filesystem::path& dir, const std::string& file,
                 std::vector<std::string>& open, ShaderText& out) {
  if (std::find(open.begin(), open.end(), file) != open.end())
    throw std::runtime_error("Shader " + open.front() + ": the includes of " + file +
                             " go round in a circle.");
  const std::optional<std::string> text = read_text(dir / file);
  if (!text)
    throw std::runtime_error("Shader file " + (dir / file).string() + " cannot be read" +
                             (open.empty() ? std::string() : " (included by " + open.back() + ")") +
                             "; the program's data folder is not complete.");
  open.push_back(file);
  const std::size_t number = out.files.size();
  out.files.push_back(file);
  std::istringstream lines(*text);
  std::string line;
  int line_number = 0;
  out.text += "#line 1 " + std::to_string(number) + '\n';
  while (std::getline(lines, line)) {
    ++line_number;
    if (const auto other = included_file(line)) {
      expand_into(dir, *other, open, out);
      out.text += "#line " + std::to_string(line_number + 1) + ' ' + std::to_string(number) + '\n';
    } else {
      out.text += line;
      out.text += '\n';
    }
  }
  open.pop_back();
}

}  // namespace

ShaderText expand_shader(const std::filesystem::path& dir, const std::string& file) {
  ShaderText out;
  std::vector<std::string> open;
  expand_into(dir, file, open, out);
  return out;
}

std::string name_files_in_log(std::string_view log, const std::vector<std::string>& files) {
  // Mesa "1:12(5): error", NVIDIA "1(12) : error", Apple "ERROR: 1:12: ..." all begin a line.
  static const std::regex place(R"(^((?:ERROR|WARNING): )?(\d+)([:(])(\d+)\)?)");
  std::istringstream lines{std::string(log)};
  std::string out, line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, place) && match[2].length() < 6) {
      const auto number = static_cast<std::size_t>(std::stoul(match[2].str()));
      if (number < files.size())
        line = match[1].str() + files[number] + ':' + match[4].str() + match.suffix().str();
    }
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

}  // namespace bindpose
