#include "io/plain/text_nodes.h"

#include <algorithm>
#include <charconv>

#include "io/import_error.h"
#include "io/node_graph.h"
#include "io/plain/md5_check.h"
#include "io/plain/md5_mend.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

// Frames nest by braces, and what is within the deepest by a few more.
void check_braces(std::string_view text, const std::filesystem::path& path) {
  std::size_t depth = 0;
  std::size_t most = 0;
  for (const char c : text) {
    if (c == '{') most = std::max(most, ++depth);
    if (c == '}' && depth > 0) --depth;
  }
  if (most <= kMaxNodeDepth) return;
  throw ImportError(quoted_path(path) + " nests its nodes " + std::to_string(most) +
                    " deep, which no exporter does; export it again.");
}

// Lines of the block "joints {": "name" parent ( place ) ( turn ).
NodeGraph md5_joints(std::string_view text) {
  NodeGraph out;
  std::vector<std::string> name;
  std::vector<std::pair<std::size_t, std::size_t>> link;  // parent, joint
  const std::size_t begin = text.find("joints {");
  if (begin == text.npos) return out;
  text = text.substr(begin, text.find('}', begin) - begin);
  for (std::size_t at = text.find('"'); at != text.npos; at = text.find('"', at)) {
    const std::size_t end = text.find('"', at + 1);
    if (end == text.npos) break;
    const std::size_t digit = std::min(text.find_first_not_of(" \t", end + 1), text.size());
    int parent = -1;
    std::from_chars(text.data() + digit, text.data() + text.size(), parent);
    if (parent < 0) {
      out.roots.push_back(name.size());
    } else {
      link.emplace_back(static_cast<std::size_t>(parent), name.size());
    }
    name.emplace_back(text.substr(at + 1, end - at - 1));
    at = std::min(text.find('\n', end), text.size());
  }
  out.below.resize(name.size());
  for (const auto& [parent, joint] : link) {
    if (parent < name.size()) out.below[parent].push_back(joint);
  }
  out.name = [name = std::move(name)](std::size_t j) { return name[j]; };
  return out;
}

}  // namespace

std::string check_text_nodes(const ModelFile& file) {
  const bool braces = file.format == FileFormat::X || file.format == FileFormat::Bvh;
  if (!braces && file.format != FileFormat::Md5) return {};
  ModelFile whole = file;
  read_rest(whole);
  const std::string_view text = whole.text();
  // "xof 0303txt 0032"
  constexpr std::size_t kKindAt = 8;
  if (file.format == FileFormat::X &&
      !text.substr(std::min(text.size(), kKindAt)).starts_with("txt")) {
    return {};
  }
  if (braces) {
    check_braces(text, file.path);
    return {};
  }
  std::string wrong = check_md5_mesh(whole);
  check_node_graph(md5_joints(md5_for_assimp(text)), file.path);
  return wrong;
}

}  // namespace bindpose
