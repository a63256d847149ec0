// What the parts of an upgrade share: the file that is read, the one that is written, and what is
// connected in it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/fbx/upgrade/copy.h"
#include "io/fbx/upgrade/upgrade.h"
#include "io/fbx/upgrade/writer.h"

namespace bindpose {

inline constexpr int kFbxObjectsVersion = 6000;  // from here on there is a list of objects
inline constexpr int kFbxIdsVersion =
    7000;  // from here on these have ids and animations are objects

// New ids for objects, by what the file calls them: its own ids from version 7000 on, names before.
class FbxIds {
 public:
  std::int64_t fresh() { return ++last_; }
  // 0 where the file calls another object so.
  std::int64_t add(const FbxProperty* called);
  // -1 where there is none; 0 is the scene's root.
  std::int64_t find(const FbxProperty* called) const;
  void set_root(const FbxProperty* called) { set(called, 0); }
  // Names alone (versions before 7000).
  std::int64_t find(std::string_view called) const;
  void set_root(std::string_view called) { by_name_.insert_or_assign(std::string(called), 0); }

 private:
  void set(const FbxProperty* called, std::int64_t id);

  std::int64_t last_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> by_id_;
  std::unordered_map<std::string, std::int64_t> by_name_;
};

struct FbxLink {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::string property;  // of the object connected to; "" when it is the object itself
};

struct FbxUpgrade {
  explicit FbxUpgrade(const FbxTree& file) : tree(file), copy(file, out) {}

  const FbxTree& tree;
  FbxWriter out{};
  FbxCopier copy;
  FbxIds ids{};
  std::vector<FbxLink> links{};
  // Shapes within a geometry: what the file calls their weight (a property of the geometry or its
  // model) is DeformPercent of a channel.
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> channel{};
  std::size_t budget = std::size_t{1} << 30;  // bytes of arrays that may still be unpacked

  // Of a model's name: one that no other model has and that Assimp takes whole; own_names has the
  // file's own of each that is another one.
  std::string model_name(const std::string& own);
  FbxOwnNames own_names{};

  void link(std::int64_t from, std::int64_t to, std::string property = {}) {
    links.push_back({from, to, std::move(property)});
  }
  // An object's first line.
  void open_object(std::string_view kind, std::int64_t id, const FbxFullName& name,
                   std::string_view type);
  // P: name, type, "", flags, values.
  void open_property(std::string_view name, std::string_view type, std::string_view flags);
  void property(std::string_view name, std::string_view type, double value);
  void property(std::string_view name, std::string_view type, const double (&value)[3]);
  void time_property(std::string_view name, std::int64_t ticks);

  std::string name_of_value(std::uint32_t node, std::uint32_t which) const;

 private:
  std::set<std::string> model_names_;
  std::size_t last_made_up_ = 0;
};

// Objects, and what connects them, of versions from 6000 on; afterwards everything is written but
// the animation of versions before 7000.
void upgrade_fbx_objects(FbxUpgrade& file);

// The same of versions before 6000, where everything lies in models at the file's root.
void upgrade_fbx_models(FbxUpgrade& file);

// Shapes that lie in a geometry, as versions before 7200 have them. `owners`: the objects whose
// properties of the shapes' names are their weights. `weight`: their weights at rest, in percent.
void upgrade_fbx_shapes(FbxUpgrade& file, std::uint32_t geometry, std::int64_t geometry_id,
                        const std::vector<std::int64_t>& owners,
                        const std::map<std::string, double>& weight);

// Takes of versions before 7000 become animation stacks.
void upgrade_fbx_takes(FbxUpgrade& file);

}  // namespace bindpose
