#include "io/fbx/upgrade/upgrade.h"

#include "io/fbx/upgrade/context.h"

namespace bindpose {
namespace {

// What no part of the upgrade looks at is not kept.
bool wanted_in_upgrade(std::string_view parent, std::string_view name) {
  if (parent == "Objects") return name != "Audio";
  return name != "Thumbnail";
}

// Of the two versions in binary files before 6000 the second is the content's.
int own_version(const FbxTree& tree) {
  const std::uint32_t header = fbx_child(tree, 0, "FBXHeaderExtension");
  if (tree.version >= kFbxObjectsVersion || header == 0) return tree.version;
  const auto version = fbx_integer(tree.get(fbx_child(tree, header, "FBXVersion"), 0));
  return version && *version > tree.version && *version < kFbxObjectsVersion
             ? static_cast<int>(*version)
             : tree.version;
}

void write_header(FbxUpgrade& file) {
  const FbxTree& tree = file.tree;
  file.out.open("FBXHeaderExtension");
  const std::uint32_t header = fbx_child(tree, 0, "FBXHeaderExtension");
  const bool keep = header != 0 && tree.version >= kFbxIdsVersion;
  if (!keep) file.out.int32("FBXHeaderVersion", 1003);
  file.out.int32("FBXVersion", kUpgradedFbx);
  if (keep) {
    file.copy.children(header, [](std::string_view name) {
      return name == "FBXHeaderVersion" || name == "OtherFlags";
    });
  }
  file.out.close();
}

// Frames a second of old files: a number or a text.
double old_frame_rate(const FbxTree& tree) {
  std::uint32_t settings = fbx_child(tree, 0, "Settings");
  if (const std::uint32_t version5 = fbx_child(tree, 0, "Version5"); version5 != 0) {
    settings = fbx_child(tree, version5, "Settings");
  }
  if (settings == 0) return 0.0;
  const FbxProperty* value = tree.get(fbx_child(tree, settings, "FrameRate"), 0);
  if (const auto number = fbx_real(value)) return *number;
  FbxProperty as_number;
  as_number.type = 'N';
  as_number.data = fbx_text(value);
  return fbx_real(&as_number).value_or(0.0);
}

void write_settings(FbxUpgrade& file) {
  const FbxTree& tree = file.tree;
  std::uint32_t settings = fbx_child(tree, 0, "GlobalSettings");
  if (const std::uint32_t objects = fbx_child(tree, 0, "Objects"); settings == 0 && objects != 0) {
    settings = fbx_child(tree, objects, "GlobalSettings");
  }
  file.out.open("GlobalSettings");
  file.out.int32("Version", 1000);
  file.out.open("Properties70");
  for (const char* block : {"Properties60", "Properties70"}) {
    const std::uint32_t list = settings == 0 ? 0 : fbx_child(tree, settings, block);
    if (list != 0) file.copy.children(list, [](std::string_view) { return true; });
  }
  const double rate = tree.version < kFbxIdsVersion ? old_frame_rate(tree) : 0.0;
  if (rate > 0.0) {
    constexpr std::int32_t kCustom = 14;
    file.open_property("TimeMode", "enum", "");
    file.out.int32(kCustom);
    file.out.close();
    file.property("CustomFrameRate", "double", rate);
  }
  file.out.close();
  file.out.close();
}

void write_links(FbxUpgrade& file) {
  file.out.open("Connections");
  for (const FbxLink& link : file.links) {
    file.out.open("C");
    file.out.text(link.property.empty() ? "OO" : "OP");
    file.out.int64(link.from);
    file.out.int64(link.to);
    if (!link.property.empty()) file.out.text(link.property);
    file.out.close();
  }
  file.out.close();
}

}  // namespace

std::vector<std::uint8_t> upgraded_fbx(std::string_view bytes, FbxOwnNames* own_names) {
  FbxTree tree = parse_fbx(bytes, wanted_in_upgrade);
  tree.version = own_version(tree);
  FbxUpgrade file(tree);
  write_header(file);
  write_settings(file);
  if (const std::uint32_t definitions = fbx_child(tree, 0, "Definitions");
      definitions != 0 && tree.version >= kFbxIdsVersion) {
    file.copy.node(definitions);
  }
  file.out.open("Objects");
  if (tree.version < kFbxObjectsVersion) {
    upgrade_fbx_models(file);
  } else {
    upgrade_fbx_objects(file);
  }
  if (tree.version < kFbxIdsVersion) upgrade_fbx_takes(file);
  file.out.close();
  write_links(file);
  if (own_names != nullptr) *own_names = std::move(file.own_names);
  return file.out.finish();
}

}  // namespace bindpose
