#include "io/fbx/links.h"

namespace bindpose {

FbxLinks::FbxLinks(const FbxTree& tree) : tree_(tree) {
  read_objects();
  read_connections();
}

void FbxLinks::read_objects() {
  const std::uint32_t objects = fbx_child(tree_, 0, "Objects");
  if (objects == 0) return;
  const std::uint32_t end = tree_.node[objects].end;
  for (std::uint32_t c = objects + 1; c < end; c = tree_.node[c].end) {
    const std::int64_t id = fbx_object_id(tree_, c);
    if (id < 0) sound_ = false;
    if (id == 0) continue;
    if (!node_.emplace(id, c).second) {
      sound_ = false;
      continue;
    }
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
