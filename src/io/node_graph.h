// Which of a file's nodes show which others, before a reader that goes down by calls sees it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace bindpose {

// More nodes below one another than any chain of joints has; Assimp's calls need about 1 KiB of
// stack for each.
inline constexpr std::size_t kMaxNodeDepth = 4096;
// Nodes of the tree that the graph unfolds to, where some are shown in several places.
inline constexpr std::size_t kMaxShownNodes = std::size_t{1} << 20;

struct NodeGraph {
  std::vector<std::vector<std::size_t>> below;     // #nodes: what each shows
  std::vector<std::size_t> roots;                  // of what is shown
  std::function<std::string(std::size_t)> name{};  // as the file has it; "" where it has none
  bool unfolds = true;  // what is shown in several places is there several times, not once for all
};

// Throws ImportError with one sentence that names the file and a node where what is shown hangs
// below itself, is nested deeper than kMaxNodeDepth, or unfolds to more than kMaxShownNodes.
// Otherwise: which nodes are shown.
std::vector<bool> check_node_graph(const NodeGraph& graph, const std::filesystem::path& path);

}  // namespace bindpose
