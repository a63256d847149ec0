#include "io/node_graph.h"

#include <algorithm>

#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "scene/names.h"

namespace bindpose {
namespace {

// A walk in depth without recursion.
class Walk {
 public:
  Walk(const NodeGraph& graph, const std::filesystem::path& path)
      : graph_(graph), shown_(quoted_path(path)), at_(graph.below.size()) {}

  void run() {
    std::size_t copies = 0;
    for (const std::size_t root : graph_.roots) {
      if (at_[root].state == State::New) go_down(root);
      copies = std::min(copies + at_[root].copies, kMaxShownNodes + 1);
      if (graph_.unfolds && copies > kMaxShownNodes) refuse_copies(root);
    }
  }
  std::vector<bool> visited() const {
    std::vector<bool> out(at_.size());
    for (std::size_t n = 0; n < at_.size(); ++n) out[n] = at_[n].state != State::New;
    return out;
  }

 private:
  enum class State { New, Open, Done };
  struct Node {
    State state = State::New;
    std::size_t next = 0;    // of graph.below that was not looked at
    std::size_t height = 1;  // nodes on the longest way down
    std::size_t copies = 1;  // nodes of the tree below, itself included
  };

  void go_down(std::size_t root) {
    std::vector<std::size_t> way;
    enter(root, way);
    while (!way.empty()) {
      const std::size_t n = way.back();
      Node& node = at_[n];
      if (node.next < graph_.below[n].size()) {
        const std::size_t child = graph_.below[n][node.next++];
        if (at_[child].state == State::Open) refuse_ring(child, way);
        if (at_[child].state == State::New) {
          enter(child, way);
        } else {
          add(n, child);
        }
        continue;
      }
      node.state = State::Done;
      way.pop_back();
      if (!way.empty()) add(way.back(), n);
      if (node.height > kMaxNodeDepth) refuse_depth(root);
    }
  }
  void enter(std::size_t n, std::vector<std::size_t>& way) {
    at_[n].state = State::Open;
    way.push_back(n);
  }
  void add(std::size_t n, std::size_t child) {
    at_[n].height = std::max(at_[n].height, at_[child].height + 1);
    at_[n].copies = std::min(at_[n].copies + at_[child].copies, kMaxShownNodes + 1);
  }

  std::string called(std::size_t n) const {
    const std::string name = graph_.name ? graph_.name(n) : std::string();
    return name.empty() ? "number " + std::to_string(n) : in_quotes(name);
  }
  [[noreturn]] void refuse_ring(std::size_t n, const std::vector<std::size_t>& way) const {
    const auto from = std::find(way.begin(), way.end(), n);
    const auto others = static_cast<std::size_t>(way.end() - from) - 1;
    std::string through;
    if (others > 0) through = ", through " + called(way.back());
    if (others > 1) through += " and " + std::to_string(others - 1) + " more";
    throw ImportError(shown_ + " was not opened: its node " + called(n) + " hangs below itself" +
                      through + "; take it out of there and export it again.");
  }
  [[noreturn]] void refuse_depth(std::size_t root) const {
    throw ImportError(shown_ + " nests more than " + std::to_string(kMaxNodeDepth) +
                      " nodes in one another, from " + called(root) +
                      " on, which no exporter does; export it again.");
  }
  [[noreturn]] void refuse_copies(std::size_t root) const {
    throw ImportError(shown_ + " shows the same nodes over and over, more than " +
                      std::to_string(kMaxShownNodes) + " in all below " + called(root) +
                      "; export it again with fewer instances.");
  }

  const NodeGraph& graph_;
  std::string shown_;
  std::vector<Node> at_;
};

}  // namespace

std::vector<bool> check_node_graph(const NodeGraph& graph, const std::filesystem::path& path) {
  Walk walk(graph, path);
  walk.run();
  return walk.visited();
}

}  // namespace bindpose
