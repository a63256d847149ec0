#include "io/codec/model_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>

#include "io/codec/model_fields.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/scene.h"

namespace bindpose::model_codec_test {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using tests::rich_model;

// Bit for bit, so that -0 and 0 differ, too.
template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  static_assert(kIsPlain<T>);
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <typename T, typename Same>
bool same(const std::vector<T>& a, const std::vector<T>& b, Same&& same_element) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_element);
}
template <typename T>
bool same_keys(const Keys<T>& a, const Keys<T>& b) {
  return same(a.time, b.time) && same(a.value, b.value) && a.interpolation == b.interpolation;
}
bool same_key(const CurveKey& a, const CurveKey& b) {
  return a.time == b.time && a.value == b.value && a.segment == b.segment &&
         a.arriving == b.arriving && a.leaving == b.leaving;
}
bool same_curves(const ComponentCurves& a, const ComponentCurves& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!same(a.axis[i].key, b.axis[i].key, same_key)) return false;
  }
  return a.target == b.target && a.order == b.order && a.fallback == b.fallback;
}
bool same_factor(const TrackFactor& a, const TrackFactor& b) {
  return same_keys(a.translation, b.translation) && same_keys(a.rotation, b.rotation) &&
         same_keys(a.scale, b.scale) && a.fallback.t == b.fallback.t &&
         a.fallback.q == b.fallback.q && a.fallback.s == b.fallback.s && a.constant == b.constant &&
         a.matrix == b.matrix && same_curves(a.curves, b.curves);
}
bool same_track(const JointTrack& a, const JointTrack& b) {
  return a.joint == b.joint && same(a.factors, b.factors, same_factor) &&
         same(a.left_out, b.left_out, same_curves) && same(a.taken_over, b.taken_over, same_curves);
}
bool same_morph_track(const MorphTrack& a, const MorphTrack& b) {
  return a.channel == b.channel && same_keys(a.weight, b.weight) &&
         same(a.curve.key, b.curve.key, same_key);
}
bool same_target(const MorphTarget& a, const MorphTarget& b) {
  return a.channel == b.channel && same(a.vertex, b.vertex) && same(a.position, b.position) &&
         same(a.normal, b.normal) && same(a.share, b.share);
}
bool same_channel(const MorphChannel& a, const MorphChannel& b) {
  return a.name == b.name && a.node == b.node && a.default_weight == b.default_weight;
}
bool same_clip(const Clip& a, const Clip& b) {
  return a.name == b.name && a.duration == b.duration && same(a.tracks, b.tracks, same_track) &&
         same(a.morphs, b.morphs, same_morph_track);
}
bool same_skin(const Skin& a, const Skin& b) {
  return same(a.joint, b.joint) && same(a.bind, b.bind) && same(a.inverse_bind, b.inverse_bind) &&
         a.mesh_to_bind == b.mesh_to_bind && a.skinned == b.skinned &&
         a.wants_dual_quaternions == b.wants_dual_quaternions && a.bind_residual == b.bind_residual;
}
bool same_mesh(const Mesh& a, const Mesh& b) {
  return a.name == b.name && a.node == b.node && a.material == b.material &&
         same(a.position, b.position) && same(a.normal, b.normal) && same(a.uv, b.uv) &&
         same(a.uv_second, b.uv_second) && same(a.color, b.color) && same(a.triangle, b.triangle) &&
         same(a.source_vertex, b.source_vertex) && same(a.file_rank, b.file_rank) &&
         same(a.file_binding.influences.offset, b.file_binding.influences.offset) &&
         same(a.file_binding.influences.slot, b.file_binding.influences.slot) &&
         same(a.file_binding.influences.weight, b.file_binding.influences.weight) &&
         same(a.file_binding.influences.raw_weight_sum, b.file_binding.influences.raw_weight_sum) &&
         same_skin(a.file_binding.skin, b.file_binding.skin) &&
         same(a.dq_blend_weight, b.dq_blend_weight) && same(a.morph, b.morph, same_target);
}
bool same_material(const Material& a, const Material& b) {
  return a.name == b.name && a.base_color == b.base_color && a.shading == b.shading &&
         a.alpha_mode == b.alpha_mode && a.alpha_cutoff == b.alpha_cutoff &&
         a.two_sided == b.two_sided && a.metallic == b.metallic && a.roughness == b.roughness &&
         a.specular == b.specular && a.emissive == b.emissive && a.normal_scale == b.normal_scale &&
         a.occlusion_strength == b.occlusion_strength && a.texture == b.texture &&
         a.more_images == b.more_images;
}
bool same_image(const Image& a, const Image& b) {
  return a.name == b.name && a.width == b.width && a.height == b.height && a.pixels == b.pixels;
}
bool same_entry(const ReportEntry& a, const ReportEntry& b) {
  return a.severity == b.severity && a.place == b.place && a.message == b.message &&
         a.joint == b.joint && a.mesh == b.mesh && same(a.vertex, b.vertex);
}
bool same_skeleton(const Skeleton& a, const Skeleton& b) {
  return a.name == b.name && a.parent == b.parent && a.subtree_end == b.subtree_end &&
         same(a.rest_local, b.rest_local) && a.file_flags == b.file_flags;
}

void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(a.format, b.format);
  EXPECT_TRUE(same_skeleton(a.skeleton, b.skeleton));
  EXPECT_TRUE(same(a.meshes, b.meshes, same_mesh));
  EXPECT_TRUE(same(a.materials, b.materials, same_material));
  EXPECT_TRUE(same(a.images.list(), b.images.list(), same_image));
  EXPECT_TRUE(same(a.clips, b.clips, same_clip));
  EXPECT_TRUE(same(a.morph_channels, b.morph_channels, same_channel));
  EXPECT_TRUE(same(a.report, b.report, same_entry));
  EXPECT_TRUE(same(a.bind_local, b.bind_local));
  EXPECT_EQ(a.has_bind, b.has_bind);
  EXPECT_EQ(a.skeleton.human_bone, b.skeleton.human_bone);
  EXPECT_TRUE(same(a.missing_textures, b.missing_textures, [](const auto& x, const auto& y) {
    return x.stored == y.stored && x.material == y.material && x.slot == y.slot;
  }));
  EXPECT_EQ(a.to_display, b.to_display);
}

std::string refusal(std::span<const std::uint8_t> bytes) {
  return tests::sentence_of([&] { decode_model(bytes); });
}

TEST(ModelCodec, EveryFieldComesBack) {
  const auto model = rich_model();
  ASSERT_EQ(check_model(*model), "");
  const Bytes bytes = encode_model(*model);
  const auto back = decode_model(bytes);
  expect_same(*model, *back);
  EXPECT_EQ(encode_model(*back), bytes);
}

TEST(ModelCodec, BytesAtAnyAddressAreRead) {
  const auto model = rich_model();
  const Bytes bytes = encode_model(*model);
  Bytes shifted(bytes.size() + 1);
  std::copy(bytes.begin(), bytes.end(), shifted.begin() + 1);
  expect_same(*model, *decode_model(std::span(shifted).subspan(1)));
}

TEST(ModelCodec, LargeArraysGoToTheSinkWithoutACopy) {
  auto model = tests::small_model();
  model->images.write()[0] = {"big", 256, 256, std::vector<std::uint8_t>(4 * 256 * 256, 7)};
  const std::uint8_t* pixels = model->images[0].pixels.data();
  bool seen = false;
  encode_model(*model,
               [&](std::span<const std::uint8_t> piece) { seen = seen || piece.data() == pixels; });
  EXPECT_TRUE(seen);
  expect_same(*model, *decode_model(encode_model(*model)));
}

#if defined(__linux__)
// The flags of the mapping that holds this address, as /proc/self/smaps says them.
std::string memory_flags(const void* data) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  std::ifstream maps("/proc/self/smaps");
  std::uintptr_t from = 0, to = 0;
  for (std::string line; std::getline(maps, line);) {
    std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to);
    const bool holds = from <= address && address < to;
    if (holds && line.starts_with("VmFlags:")) return line + " ";
  }
  return {};
}

// Filling them costs a fraction of the page faults then.
TEST(ModelCodec, LargeArraysAskForHugePages) {
  if (!fs::exists("/sys/kernel/mm/transparent_hugepage")) GTEST_SKIP() << "this system has none";
  auto model = tests::small_model();
  model->images.write()[0] = {"big", 2048, 1024, std::vector<std::uint8_t>(4 * 2048 * 1024, 7)};
  const auto back = decode_model(encode_model(*model));
  const std::string flags = memory_flags(back->images[0].pixels.data() + (4 << 20));
  if (flags.empty()) GTEST_SKIP() << "this system does not say how memory is mapped";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}
#endif

// So that a source that changes meanwhile can not pass a check and then be used.
TEST(ModelCodec, EachByteIsReadOnceAndInOrder) {
  auto model = tests::small_model();
  model->images.write()[0] = {"big", 512, 512, std::vector<std::uint8_t>(4 * 512 * 512, 7)};
  const Bytes bytes = encode_model(*model);
  std::uint64_t next = 0;
  const auto back =
      decode_model(bytes.size(), [&](std::uint64_t offset, std::span<std::uint8_t> to) {
        EXPECT_EQ(offset, next);
        ASSERT_LE(offset + to.size(), bytes.size());
        std::memcpy(to.data(), bytes.data() + offset, to.size());
        next = offset + to.size();
      });
  EXPECT_EQ(next, bytes.size());
  expect_same(*model, *back);
}

TEST(ModelCodec, EveryRealModelComesBack) {
  std::size_t count = 0;
  for (const char* place : {BINDPOSE_SOURCE_DIR "/assets", BINDPOSE_SHARED_DIR "/models"}) {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(place, error)) {
      const auto& endings = supported_extensions();
      const std::string ending = entry.path().extension().string();
      if (std::find(endings.begin(), endings.end(), ending) == endings.end()) continue;
      std::shared_ptr<const Model> model;
      try {
        model = import_model(entry.path());
      } catch (const ImportError&) {
        continue;  // refused files have tests of their own
      }
      SCOPED_TRACE(entry.path());
      expect_same(*model, *decode_model(encode_model(*model)));
      ++count;
    }
  }
  EXPECT_GE(count, 3u);
}

TEST(ModelCodec, EveryTruncationIsRefused) {
  const Bytes bytes = encode_model(*rich_model());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // Exactly that many bytes of memory, so that the sanitizer sees a read beyond.
    Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const std::uint64_t says = size;
    if (size >= sizeof(ModelHeader)) {
      std::memcpy(cut.data() + offsetof(ModelHeader, total_size), &says, sizeof says);
    }
    EXPECT_NE(refusal(cut), "") << size;
  }
}

TEST(ModelCodec, WhatCheckModelLeavesOpenIsChecked) {
  const auto refused = [](auto&& change) {
    const auto model = rich_model();
    change(*model);
    return refusal(encode_model(*model));
  };
  EXPECT_EQ(refused([](Model&) {}), "");
  EXPECT_NE(refused([](Model& m) { m.has_bind[0] = 2; }), "");
  EXPECT_NE(refused([](Model& m) { m.skeleton.human_bone.pop_back(); }), "");
  EXPECT_NE(refused([](Model& m) { m.missing_textures[0].material = 1; }), "");
  EXPECT_NE(refused([](Model& m) { m.meshes[0].uv_second.resize(1); }), "");
  EXPECT_NE(refused([](Model& m) { m.materials[0].use(TextureSlot::Normal).image = 1; }), "");
  EXPECT_NE(refused([](Model& m) { m.materials[0].use(TextureSlot::Emissive).uv_set = 2; }), "");
  EXPECT_NE(refused([](Model& m) { m.materials[0].use(TextureSlot::Occlusion).scale.y = NAN; }),
            "");
  EXPECT_NE(refused([](Model& m) { m.skeleton.file_flags.is_joint[0] = 255; }), "");
  EXPECT_NE(refused([](Model& m) { m.report[0].severity = static_cast<Severity>(3); }), "");
  EXPECT_NE(refused([](Model& m) { m.meshes[0].triangle[0] = 1000; }), "");
  EXPECT_NE(refused([](Model& m) { m.meshes[0].position[0].x = NAN; }), "");
}

// A damaged image's error message may hold bytes of the image: no reason to refuse the model.
TEST(ModelCodec, TextBecomesOneCleanLine) {
  const auto model = rich_model();
  model->report[0].message = "FD\xff chunk\n";
  model->skeleton.name[0] = "a\033[2J";
  const auto back = decode_model(encode_model(*model));
  EXPECT_EQ(back->report[0].message, "FD? chunk?");
  EXPECT_EQ(back->skeleton.name[0], "a?[2J");
  EXPECT_EQ(back->path, model->path);
  model->skeleton.name[1] = "a\n[2J";  // the same name, once it is clean
  EXPECT_NE(refusal(encode_model(*model)), "");
}

TEST(ModelCodec, ACountTakesNoMemoryThatTheBytesDoNotJustify) {
  // The first count is that of the name.
  Bytes bytes = encode_model(*rich_model());
  const std::uint64_t huge = std::uint64_t{1} << 40;
  std::memcpy(bytes.data() + sizeof(ModelHeader), &huge, sizeof huge);
  EXPECT_NE(refusal(bytes).find("1099511627776"), std::string::npos);
}

// Lists in lists: the bytes that one count was given do not count for another.
TEST(ModelCodec, NoByteJustifiesTwoElements) {
  Model model;
  model.skeleton.name.assign(1000, std::string());
  Bytes bytes = encode_model(model);
  // The first of the thousand names claims all bytes that follow; the other names need theirs.
  const std::uint64_t names = 1000;
  const auto* list = reinterpret_cast<const std::uint8_t*>(&names);
  const auto at = std::search(bytes.begin(), bytes.end(), list, list + sizeof names);
  ASSERT_NE(at, bytes.end());
  const auto rest = static_cast<std::uint64_t>(bytes.end() - at) - 2 * sizeof names;
  const std::uint64_t claim = rest - 999 * sizeof names + 1;
  std::memcpy(&*at + sizeof names, &claim, sizeof claim);
  const std::string sentence = refusal(bytes);
  EXPECT_NE(sentence.find("needs more than the " + std::to_string(claim - 1) + " bytes"),
            std::string::npos)
      << sentence;
}

TEST(ModelCodec, TheMemoryOfAModelHasALimit) {
  Model model;
  model.skeleton.name.assign(100000, std::string());
  const Bytes bytes = encode_model(model);
  const auto sentence = [&](std::uint64_t most) {
    return tests::sentence_of([&] { decode_model(bytes, most); });
  };
  EXPECT_NE(sentence(100000 * sizeof(std::string) - 1).find("memory"), std::string::npos);
  EXPECT_EQ(sentence(100000 * sizeof(std::string)).find("memory"), std::string::npos);
  Model large;
  large.images.push_back({"i", 1, 1, std::vector<std::uint8_t>(100000)});
  EXPECT_NE(tests::sentence_of([&] { decode_model(encode_model(large), 90000); }).find("memory"),
            std::string::npos);
}

// The parent's whole use of a model: nothing may go wrong, whatever got past the decoder.
void use(const std::shared_ptr<const Model>& model) {
  Scene scene = make_scene(model);
  for (int clip = -1; clip < static_cast<int>(model->clips.size()); ++clip) {
    if (clip >= 0) {
      scene.pose.base = BasePose::Clip;
      scene.pose.clip = clip;
      scene.pose.time = 0.3;
    }
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> position, normal;
    for (std::size_t m = 0; m < model->meshes.size(); ++m) {
      skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
    }
    posed_bounds(scene, posed);
  }
}

TEST(ModelCodec, TwentyThousandDamagedModelsDoNoHarm) {
  const Bytes good = encode_model(*rich_model());
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::uint64_t words[] = {0,
                                 1,
                                 7,
                                 0x7fffffff,
                                 0xffffffff,
                                 std::uint64_t{1} << 33,
                                 ~0ull,
                                 0x7ff0000000000000,
                                 0x7fc000007fc00000};
  std::size_t sound = 0;
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes = good;
    for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
      const std::size_t at = sizeof(ModelHeader) + below(bytes.size() - sizeof(ModelHeader) - 8);
      switch (below(4)) {
        case 0:
          bytes[at] ^= static_cast<std::uint8_t>(1u << below(8));
          break;
        case 1:
          bytes[at] = static_cast<std::uint8_t>(below(256));
          break;
        case 2:
          std::memcpy(bytes.data() + at, &words[below(std::size(words))], 8);
          break;
        default:
          std::memcpy(bytes.data() + at / 8 * 8, &words[below(std::size(words))], 8);
          break;
      }
    }
    try {
      use(decode_model(bytes));
      ++sound;
    } catch (const CodecError&) {
    }
  }
  EXPECT_GT(sound, 1000u);  // the damage is small enough that some of it gets through
  EXPECT_LT(sound, 19000u);
}

TEST(ModelCodec, ALineIsCutBetweenCharacters) {
  EXPECT_EQ(clean_line("a\nb\xff", 10), "a?b?");
  EXPECT_EQ(clean_line("\xc3\xa4\xc3\xa4", 3), "\xc3\xa4...");
  EXPECT_EQ(clean_line(std::string(700, 'x'), 600).size(), 603u);
}

}  // namespace
}  // namespace bindpose::model_codec_test
