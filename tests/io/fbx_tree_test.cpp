#include "io/fbx/tree/tree.h"

#include <gtest/gtest.h>

#include <random>

#include "io/fbx/scene.h"
#include "io/fbx_files.h"
#include "io/import.h"

namespace bindpose::tests::fbx_tree_test {
namespace {

bool all(std::string_view, std::string_view) {
  return true;
}
bool no_geometry(std::string_view, std::string_view name) {
  return name != "Geometry";
}

std::vector<BinaryNode> sample_nodes() {
  return {{"Objects",
           {},
           {{"Geometry", {int64(7)}, {{"Vertices", {array<double>('d', {1, 2, 3}, true)}, {}}}},
            {"AnimationCurve",
             {int64(8), text(std::string("\0\1AnimCurve", 11)), text("")},
             {{"KeyTime", {array<std::int64_t>('l', {0, 46186158000, -5}, true)}, {}},
              {"KeyValueFloat", {array<float>('f', {0.5f, 1.5f, -2.0f}, false)}, {}},
              {"KeyVer", {int32(4009), real(0.25)}, {}}}}}},
          {"Connections", {}, {{"C", {text("OO"), int64(8), int64(9)}, {}}}}};
}

void expect_sample(const FbxTree& tree) {
  const std::uint32_t objects = fbx_child(tree, 0, "Objects");
  ASSERT_NE(objects, 0u);
  const std::uint32_t curve = fbx_child(tree, objects, "AnimationCurve");
  ASSERT_NE(curve, 0u);
  EXPECT_EQ(fbx_integer(tree.get(curve, 0)), 8);
  std::size_t budget = 1000;
  using Times = std::vector<std::int64_t>;
  EXPECT_EQ(fbx_array<std::int64_t>(tree, fbx_child(tree, curve, "KeyTime"), budget),
            (Times{0, 46186158000, -5}));
  EXPECT_EQ(fbx_array<double>(tree, fbx_child(tree, curve, "KeyValueFloat"), budget),
            (std::vector<double>{0.5, 1.5, -2.0}));
  const std::uint32_t version = fbx_child(tree, curve, "KeyVer");
  EXPECT_EQ(fbx_integer(tree.get(version, 0)), 4009);
  EXPECT_EQ(fbx_real(tree.get(version, 1)), 0.25);
  EXPECT_EQ(tree.get(version, 2), nullptr);
  const std::uint32_t c = fbx_child(tree, fbx_child(tree, 0, "Connections"), "C");
  EXPECT_EQ(fbx_text(tree.get(c, 0)), "OO");
  EXPECT_EQ(fbx_integer(tree.get(c, 2)), 9);
}

TEST(FbxTreeBinary, NarrowAndWideHeaders) {
  for (const std::uint32_t version : {7100u, 7400u, 7500u, 7700u}) {
    const std::string file = BinaryFbx(version).file(sample_nodes());
    const FbxTree tree = parse_fbx(file, all);
    EXPECT_EQ(tree.version, static_cast<int>(version));
    expect_sample(tree);
    EXPECT_NE(fbx_child(tree, fbx_child(tree, 0, "Objects"), "Geometry"), 0u);
    const FbxTree less = parse_fbx(file, no_geometry);
    expect_sample(less);
    EXPECT_EQ(fbx_child(less, fbx_child(less, 0, "Objects"), "Geometry"), 0u);
  }
}

TEST(FbxTreeBinary, NodesThatDoNotSayWhereTheyEnd) {
  for (const std::uint32_t version : {7400u, 7500u}) {
    expect_sample(parse_fbx(BinaryFbx(version, true).file(sample_nodes()), all));
  }
}

constexpr const char* kText =
    "; FBX 7.4.0 project file\n"
    "FBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\n"
    "Objects:  {\n"
    "\tGeometry: 7, \"Geometry::a } { ; \", \"Mesh\" {\n"
    "\t\tVertices: *3 {\n\t\t\ta: 1,2,3\n\t\t} \n"
    "\t\t; a comment with } in it\n\t}\n"
    "\tAnimationCurve: 8, \"AnimCurve::\", \"\" {\n"
    "\t\tKeyTime: *3 {\n\t\t\ta: 0,46186158000,\n-5\n\t\t} \n"
    "\t\tKeyValueFloat: *3 {\n\t\t\ta: 0.5,1.5e0,-2\n\t\t} \n"
    "\t\tKeyVer: 4009,\n 0.25\n\t}\n"
    "}\n"
    "Connections:  {\n\t;X::, Y::\n\tC: \"OO\",8,9\n}\n";

TEST(FbxTreeText, ReadsTheSame) {
  const FbxTree tree = parse_fbx(kText, all);
  EXPECT_TRUE(tree.text);
  EXPECT_EQ(tree.version, 7400);
  expect_sample(tree);
  expect_sample(parse_fbx(kText, no_geometry));
}

TEST(FbxTreeText, ListsWithoutArraysAreValues) {
  const FbxTree tree = parse_fbx("KeyTime: 1,2,\n  3\nOther: Y\n", all);
  std::size_t budget = 100;
  EXPECT_EQ(fbx_array<std::int64_t>(tree, fbx_child(tree, 0, "KeyTime"), budget),
            (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(fbx_integer(tree.get(fbx_child(tree, 0, "Other"), 0)));
}

std::string refusal(const std::string& file) {
  try {
    parse_fbx(file, all);
  } catch (const ImportError& e) {
    return e.what();
  }
  return {};
}

TEST(FbxTree, RefusalsAreSentences) {
  EXPECT_EQ(refusal("Objects {\n}\n"),
            "The FBX tree is damaged at byte 8 (a name and a colon are missing); export the file "
            "again.");
  const std::string cut = "The FBX file breaks off after 11 bytes; copy or export it again.";
  EXPECT_EQ(refusal("Objects: {\n"), cut);
  EXPECT_EQ(refusal("Objects: \"\n"), cut);
  EXPECT_EQ(refusal("Objects: {a"), cut);
  EXPECT_EQ(refusal("Objects: *2").find("The FBX tree"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "a: {";
  EXPECT_NE(refusal(deep).find("nested too deep"), std::string::npos);
}

TEST(FbxTree, IsReadDownToSixtyFourLevels) {
  std::string open, close;
  BinaryNode nested;
  for (int level = 1; level <= 65; ++level) {
    open += "a: {\n";
    close += "}\n";
    nested = level == 1 ? BinaryNode{"a", {}, {}} : BinaryNode{"a", {}, {nested}};
    if (level < 64) continue;
    for (const std::string& file : {open + close, BinaryFbx(7400).file({nested})}) {
      const std::string said = refusal(file);
      EXPECT_EQ(said.find("nested too deep") != std::string::npos, level > 64) << said;
      EXPECT_EQ(said.empty(), level <= 64) << said;
    }
  }
}

// Reads everything there is to read; only ImportError may come out.
void read_all_of(const std::string& bytes) {
  // A copy of its own, so that the sanitizer sees each byte too far.
  const std::vector<char> exact(bytes.begin(), bytes.end());
  const std::string_view view(exact.data(), exact.size());
  try {
    const FbxTree tree = parse_fbx(view, all);
    std::size_t budget = 100000;
    for (std::uint32_t n = 0; n < tree.node.size(); ++n) {
      ASSERT_LE(tree.node[n].end, tree.node.size());
      ASSERT_GT(tree.node[n].end, n);
      for (std::uint32_t p = 0; p < tree.node[n].property_count; ++p) {
        fbx_integer(tree.get(n, p));
        fbx_real(tree.get(n, p));
      }
      fbx_array<std::int64_t>(tree, n, budget);
      fbx_array<float>(tree, n, budget);
    }
  } catch (const ImportError&) {
  }
  try {
    read_fbx_scene(view);
  } catch (const ImportError&) {
  }
}

TEST(FbxTree, TruncatedAnywhere) {
  for (const std::string& file : {BinaryFbx(7400).file(sample_nodes()),
                                  BinaryFbx(7700).file(sample_nodes()), std::string(kText)}) {
    for (std::size_t size = 0; size < file.size(); ++size) read_all_of(file.substr(0, size));
  }
}

TEST(FbxTree, EveryByteCorrupted) {
  for (const std::string& file : {BinaryFbx(7400).file(sample_nodes()),
                                  BinaryFbx(7700).file(sample_nodes()), std::string(kText)}) {
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (const int value : {0x00, 0x01, 0x22, 0x2a, 0x3b, 0x7b, 0x7d, 0x7f, 0x80, 0xff}) {
        std::string bad = file;
        bad[at] = static_cast<char>(value);
        read_all_of(bad);
      }
    }
  }
}

TEST(FbxTree, RandomMutations) {
  std::mt19937 random(7);
  for (const std::string& file : {BinaryFbx(7400).file(sample_nodes()),
                                  BinaryFbx(7700).file(sample_nodes()), std::string(kText)}) {
    for (int i = 0; i < 5000; ++i) {
      std::string bad = file;
      for (auto n = random() % 6; n-- > 0;)
        bad[random() % bad.size()] = static_cast<char>(random());
      if (random() % 3 == 0) bad.erase(random() % bad.size(), random() % 20);
      if (random() % 3 == 0) bad.insert(random() % bad.size(), bad, random() % bad.size(), 30);
      read_all_of(bad);
    }
  }
}

std::optional<std::vector<float>> floats(const std::string& value, std::size_t budget) {
  const std::string file = BinaryFbx(7400).file({{"A", {value}, {}}});
  return fbx_array<float>(parse_fbx(file, all), 1, budget);
}

TEST(FbxArray, PackedSizesMustAgree) {
  const std::string twelve(12, '\0');
  EXPECT_TRUE(floats(raw_array('f', 3, 1, zipped(twelve)), 1000));
  EXPECT_FALSE(floats(raw_array('f', 2, 1, zipped(twelve)), 1000));
  EXPECT_FALSE(floats(raw_array('f', 4, 1, zipped(twelve)), 1000));
  EXPECT_FALSE(floats(raw_array('f', 3, 1, "no zlib at all"), 1000));
  EXPECT_FALSE(floats(raw_array('f', 3, 1, ""), 1000));
}

// A bomb: a gigabyte from a kilobyte is refused before any memory is asked for.
TEST(FbxArray, BombsAndBudgets) {
  const std::size_t plenty = std::size_t{1} << 40;
  const std::string small = zipped(std::string(4000, '\0'));
  EXPECT_FALSE(floats(raw_array('f', 0x3fffffff, 1, small), plenty));
  EXPECT_FALSE(floats(raw_array('d', 0xffffffff, 1, small), plenty));
  const std::string bomb = zipped(std::string(std::size_t{8} << 20, '\0'));
  EXPECT_LT(bomb.size(), 10000u);
  EXPECT_TRUE(floats(raw_array('f', 2u << 20, 1, bomb), plenty));
  EXPECT_FALSE(floats(raw_array('f', 2u << 20, 1, bomb), std::size_t{1} << 20));
  const FbxTree tree = parse_fbx("A: *4000000000 {\n a: 1,2\n}\n", all);
  std::size_t budget = plenty;
  EXPECT_FALSE(fbx_array<float>(tree, 1, budget));
}

TEST(FbxArray, NumbersThatDoNotFit) {
  std::size_t budget = 1000;
  const FbxTree tree = parse_fbx("A: 1e300\nB: *2 {\n a: 1,x\n}\nC: nan\n", all);
  EXPECT_FALSE(fbx_array<std::int64_t>(tree, 1, budget));
  EXPECT_FALSE(fbx_array<double>(tree, 2, budget));
  EXPECT_FALSE(fbx_integer(tree.get(3, 0)));
}

}  // namespace
}  // namespace bindpose::tests::fbx_tree_test
