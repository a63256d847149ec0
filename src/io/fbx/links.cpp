#include "io/fbx/links.h"

namespace bindpose {
namespace {

// The lower, the more of a model is lost without it.
int rank_of(std::string_view kind) {
  if (kind == "Model") return 0;
  if (kind == "Geometry") return 1;
  if (kind == "Deformer") return 2;
  return kind.starts_with("Animation") ? 3 : 4;
}

}  // namespace

std::unordered_set<std::uint32_t> fbx_outnumbered(const FbxTree& tree) {
  std::unordered_set<std::uint32_t> out;
  const std::uint32_t objects = fbx_child(tree, 0, "Objects");
  if (objects == 0) return out;
  std::unordered_map<std::int64_t, std::uint32_t> keeper;
  for (std::uint32_t c = objects + 1; c < tree.node[objects].end; c = tree.node[c].end) {
    const std::int64_t id = fbx_object_id(tree, c);
    if (id == 0) continue;
    const auto [at, is_new] = keeper.emplace(id, c);
    if (is_new) continue;
    const bool counts_more = rank_of(tree.node[c].name) < rank_of(tree.node[at->second].name);
    out.insert(counts_more ? at->second : c);
    if (counts_more) at->second = c;
  }
  return out;
}

FbxLinks::FbxLinks(const FbxTree& tree) : tree_(tree) {
  read_objects();
  read_connections();
}

void FbxLinks::read_objects() {
  const std::uint32_t objects = fbx_child(tree_, 0, "Objects");
  if (objects == 0) return;
  const std::unordered_set<std::uint32_t> outnumbered = fbx_outnumbered(tree_);
  outnumbered_ = outnumbered.size();
  if (outnumbered_ > 0) sound_ = false;
  const std::uint32_t end = tree_.node[objects].end;
  for (std::uint32_t c = objects + 1; c < end; c = tree_.node[c].end) {
    const std::int64_t id = fbx_object_id(tree_, c);
    if (id < 0) sound_ = false;
    if (id == 0 || outnumbered.contains(c)) continue;
    node_.emplace(id, c);
    objects_.push_back(c);
    if (tree_.node[c].name == "Model") model_.emplace(id, static_cast<int>(model_.size()));
  }
}

void FbxLinks::read_connections() {
  const std::uint32_t connections = fbx_child(tree_, 0, "Connections");
  if (connections == 0) return;
  const std::uint32_t end = tree_.node[connections].end;
  for (std::uint32_t c = connections + 1; c < end; c = tree_.node[c].end) {
    const auto from = fbx_integer(tree_.get(c, 1));
    const auto to = fbx_integer(tree_.get(c, 2));
    if (from && to) into_[*to].push_back({*from, fbx_text(tree_.get(c, 3))});
  }
}

const std::vector<FbxConnection>& FbxLinks::into(std::int64_t id) const {
  static const std::vector<FbxConnection> none;
  const auto found = into_.find(id);
  return found == into_.end() ? none : found->second;
}

std::uint32_t FbxLinks::object(std::int64_t id, std::string_view kind) const {
  const auto found = node_.find(id);
  return found != node_.end() && tree_.node[found->second].name == kind ? found->second : 0;
}

bool FbxLinks::is_deformer(std::int64_t id, std::string_view type) const {
  const std::uint32_t node = object(id, "Deformer");
  return node != 0 && fbx_text(tree_.get(node, 2)) == type;
}

int FbxLinks::model(std::int64_t id) const {
  const auto found = model_.find(id);
  return found == model_.end() ? -1 : found->second;
}

}  // namespace bindpose
