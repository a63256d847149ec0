#include "scene/edit/vertices/vertex_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "scene/edit/text/name_words.h"

namespace bindpose {
namespace {

using Lists = VertexLists;

std::string lists_text(const Lists& lists, const Model& model) {
  std::string text;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty()) continue;
    text += " of " + words::mesh_name(model, static_cast<int>(m)) + " " + ranges_text(lists[m]);
  }
  return text;
}

// "12" or "3-8" at the head of the text, which is taken off it.
std::optional<std::pair<std::uint32_t, std::uint32_t>> take_range(std::string_view& text) {
  const auto take_number = [&text](std::uint32_t& n) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return problem == std::errc{};
  };
  std::uint32_t first = 0;
  if (!take_number(first)) return std::nullopt;
  std::uint32_t last = first;
  if (text.starts_with('-')) {
    text.remove_prefix(1);
    if (!take_number(last) || last < first) return std::nullopt;
  }
  if (text.empty()) return std::pair{first, last};
  if (!text.starts_with(',') || text.size() == 1) return std::nullopt;
  text.remove_prefix(1);
  return std::pair{first, last};
}

void read_ranges(EditReader& in, const Mesh& mesh, std::vector<std::uint32_t>& out) {
  const std::size_t count = mesh.position.size();
  const std::string expected = "numbers of vertices from 0 to " +
                               std::to_string(count > 0 ? count - 1 : 0) + ", such as 1,2,5-9";
  const EditToken token = in.next(expected);
  std::string_view text = token.text;
  do {
    const auto range = take_range(text);
    if (!range || range->second >= count) {
      throw EditFailure{in_quotes(token.text) + " are no vertices of " + in_quotes(mesh.name) +
                        "; expected " + expected + "."};
    }
    for (std::uint32_t i = range->first; i <= range->second; ++i) out.push_back(i);
  } while (!text.empty());
}

// What follows the first "of".
VertexGroup read_chosen(EditReader& in, const Model& model) {
  Lists lists(model.meshes.size());
  for (;;) {
    const auto mesh = static_cast<std::size_t>(in.mesh());
    read_ranges(in, model.meshes[mesh], lists[mesh]);
    if (in.done()) break;
    in.choice("more vertices", {"of"});
  }
  for (auto& list : lists) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return chosen_vertices(std::move(lists));
}

constexpr words::Word<ReselectVertices::What> kReselect[] = {
    {"all", ReselectVertices::All},       {"invert", ReselectVertices::Invert},
    {"grow", ReselectVertices::Grow},     {"shrink", ReselectVertices::Shrink},
    {"parts", ReselectVertices::Parts},   {"same", ReselectVertices::Same},
    {"joint", ReselectVertices::Region},  {"add", ReselectVertices::Add},
    {"remove", ReselectVertices::Remove},
};

Edit read_reselect(EditReader& in, const Model& model, ReselectVertices::What what) {
  constexpr int kMost = 100000;
  ReselectVertices edit{what};
  switch (what) {
    case ReselectVertices::Grow:
    case ReselectVertices::Shrink:
      if (!in.done()) edit.times = std::min(in.index("how many times"), kMost);
      break;
    case ReselectVertices::Region:
      edit.joint = in.joint();
      break;
    case ReselectVertices::Add:
    case ReselectVertices::Remove:
      in.choice("which vertices", {"of"});
      edit.lists = read_chosen(in, model).chosen;
      break;
    default:
      break;
  }
  return edit;
}

}  // namespace

std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size();) {
    std::size_t end = k + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (!text.empty()) text += ",";
    text += std::to_string(numbers[k]);
    if (end - k > 1) text += "-" + std::to_string(numbers[end - 1]);
    k = end;
  }
  return text;
}

std::string text_of(const SelectVertices& e, const Model& model) {
  if (e.group.kind == VertexGroup::Chosen) {
    return "vertices" + lists_text(*e.group.chosen, model);
  }
  std::string text = "vertices " + std::string(words::word_of(words::kVertices, e.group.kind));
  const bool counts =
      e.group.kind == VertexGroup::Influences || e.group.kind == VertexGroup::Report;
  return counts ? text + " " + std::to_string(e.group.n) : text;
}

std::string text_of(const ReselectVertices& e, const Model& model) {
  std::string text = "vertices " + std::string(words::word_of(kReselect, e.what));
  const bool counts = e.what == ReselectVertices::Grow || e.what == ReselectVertices::Shrink;
  if (counts) text += " " + std::to_string(e.times);
  if (e.what == ReselectVertices::Region) text += " " + words::joint_name(model, e.joint);
  return e.lists ? text + lists_text(*e.lists, model) : text;
}

Edit parse_vertices(EditReader& in, const Model& model) {
  std::vector<std::string> choices;
  for (const auto& w : words::kVertices) choices.emplace_back(w.text);
  for (const auto& w : kReselect) choices.emplace_back(w.text);
  const std::string word = in.choice("a group of vertices", choices);
  for (const auto& w : kReselect) {
    if (w.text == word) return read_reselect(in, model, w.value);
  }
  VertexGroup::Kind kind = VertexGroup::None;
  for (const auto& w : words::kVertices) {
    if (w.text == word) kind = w.value;
  }
  VertexGroup group{kind};
  if (kind == VertexGroup::Influences) group.n = in.index("how many influences are allowed");
  if (kind == VertexGroup::Report) group.n = in.index("the number of an entry of the report");
  if (kind == VertexGroup::Chosen) group = read_chosen(in, model);
  return SelectVertices{group};
}

}  // namespace bindpose
