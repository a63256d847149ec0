#include "io/fbx/upgrade/context.h"

namespace bindpose {

std::int64_t FbxIds::add(const FbxProperty* called) {
  if (called == nullptr || find(called) >= 0) return 0;
  const std::int64_t id = fresh();
  set(called, id);
  return id;
}

void FbxIds::set(const FbxProperty* called, std::int64_t id) {
  if (called == nullptr) return;
  if (const auto number = fbx_integer(called)) {
    by_id_.insert_or_assign(*number, id);
  } else {
    by_name_.insert_or_assign(std::string(fbx_text(called)), id);
  }
}

std::int64_t FbxIds::find(const FbxProperty* called) const {
  if (called == nullptr) return -1;
  const auto number = fbx_integer(called);
  if (!number) return find(fbx_text(called));
  const auto found = by_id_.find(*number);
  return found == by_id_.end() ? -1 : found->second;
}

std::int64_t FbxIds::find(std::string_view called) const {
  const auto found = by_name_.find(std::string(called));
  return found == by_name_.end() ? -1 : found->second;
}

void FbxUpgrade::open_object(std::string_view kind, std::int64_t id, const FbxFullName& name,
                             std::string_view type) {
  out.open(kind);
  out.int64(id);
  out.text(fbx_binary_name(name));
  out.text(type);
}

void FbxUpgrade::open_property(std::string_view name, std::string_view type,
                               std::string_view flags) {
  out.open("P");
  out.text(name);
  out.text(type);
  out.text("");
  out.text(flags);
}

void FbxUpgrade::property(std::string_view name, std::string_view type, double value) {
  open_property(name, type, "A");
  out.real(value);
  out.close();
}

void FbxUpgrade::property(std::string_view name, std::string_view type, const double (&value)[3]) {
  open_property(name, type, "A");
  for (const double v : value) out.real(v);
  out.close();
}

void FbxUpgrade::time_property(std::string_view name, std::int64_t ticks) {
  open_property(name, "KTime", "");
  out.int64(ticks);
  out.close();
}

std::string FbxUpgrade::model_name(const std::string& own) {
  if (fbx_name_is_plain(own) && model_names_.insert(own).second) return own;
  std::string name;
  do name = "node#" + std::to_string(++last_made_up_);
  while (!model_names_.insert(name).second);
  own_names.emplace(name, own);
  return name;
}

std::string FbxUpgrade::name_of_value(std::uint32_t node, std::uint32_t which) const {
  return std::string(fbx_text(tree.get(node, which)));
}

}  // namespace bindpose
