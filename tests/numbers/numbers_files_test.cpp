// Tables out and in again: each form, and what is no such file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/import.h"
#include "io/numbers/npy.h"
#include "io/numbers/numbers_text.h"
#include "io/numbers/read_numbers.h"
#include "io/numbers/write_tables.h"
#include "io/text/scene_json.h"
#include "scene/edit/edit.h"
#include "scene/numbers/compare_numbers.h"
#include "temp_folder.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

class NumbersFiles : public ::testing::Test {
 protected:
  NumbersFiles()
      : folder_(tests::temp_folder() /
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::create_directories(folder_);
    Document document(make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb")));
    std::string error;
    document.apply({*parse_edit("joint forearm rotate 10 20 50", document.scene(), error)});
    scene_ = document.scene();
    posed_ = evaluate(scene_);
  }
  fs::path file(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  NumbersVerdict compared(const fs::path& path, const NumbersFormat& format = {}) const {
    return compare_numbers(scene_, posed_, read_numbers(scene_, path, format));
  }
  std::string refused(const fs::path& path, const NumbersFormat& format = {}) const {
    try {
      read_numbers(scene_, path, format);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }
  fs::path tables(const TablesOptions& options = {}) const {
    const fs::path to = folder_ / "tables";
    write_tables(scene_, posed_, to, options);
    return to;
  }

  fs::path folder_;
  Scene scene_;
  PosedScene posed_;
};

TEST_F(NumbersFiles, TablesAreRightInEveryForm) {
  const fs::path to = tables();
  for (const char* name : {"parent", "L", "Ul", "W", "B", "B_inverse", "T", "vertices_posed"}) {
    for (const char* ending : {".csv", ".npy"}) {
      const NumbersVerdict v = compared(to / (std::string(name) + ending));
      ASSERT_EQ(v.quantity.size(), 1u) << name << ending;
      EXPECT_EQ(info_of(v.quantity[0].quantity).key, name);
      EXPECT_TRUE(v.is_right()) << name << ending;
      EXPECT_TRUE(v.notes.empty());
      EXPECT_LT(v.quantity[0].worst, 1e-6);
    }
  }
  const NumbersVerdict v = compared(to / "tables.json");
  EXPECT_EQ(v.quantity.size(), 8u);
  EXPECT_TRUE(v.is_right());
  EXPECT_TRUE(v.notes.empty()) << v.notes[0];
  EXPECT_EQ(compared(to).quantity.size(), 24u);
}

TEST_F(NumbersFiles, WhatIsLeftOutIsNowhere) {
  TablesOptions options;
  options.without = {"W", "T", "vertices_posed", "weights"};
  const fs::path to = tables(options);
  for (const auto& entry : fs::directory_iterator(to)) {
    const std::string stem = entry.path().stem().string();
    EXPECT_TRUE(stem != "W" && stem != "T" && stem != "weights" && stem != "weight" &&
                stem != "vertices_posed")
        << stem;
  }
  const auto root = nlohmann::json::parse(std::ifstream(to / "tables.json"));
  EXPECT_TRUE(root.contains("L"));
  for (const std::string& key : options.without) EXPECT_FALSE(root.contains(key)) << key;
  std::ifstream readme(to / "README.md");
  const std::string text(std::istreambuf_iterator<char>(readme), {});
  EXPECT_NE(text.find("for you to compute: W, T, vertices_posed, weights"), std::string::npos);
  // The folder is somebody's now.
  EXPECT_THROW(write_tables(scene_, posed_, to, {}), std::runtime_error);
}

TEST_F(NumbersFiles, WhatIsLeftOutIsAskedFor) {
  TablesOptions options;
  options.without = {"W", "T", "vertices_posed", "weights"};
  const fs::path to = tables(options);
  EXPECT_EQ(compared(to).missing,
            (std::vector<std::string>{"W", "T", "vertices_posed", "weights"}));
  EXPECT_FALSE(compared(to).is_right()) << "an empty hand-in";
  EXPECT_NE(
      numbers_text(compared(to), 1e-4)
          .find("\nW, T, vertices_posed and weights were left out for you and are not here.\n"),
      std::string::npos);
  EXPECT_EQ(numbers_text(compared(to), 1e-4).find("All of it"), std::string::npos);
  EXPECT_TRUE(compared(to / "L.csv").is_right()) << "one file is asked for nothing else";
  // One of three.
  TablesOptions all;
  write_tables(scene_, posed_, folder_ / "all", all);
  fs::copy(folder_ / "all" / "W.npy", to);
  const NumbersVerdict one = compared(to);
  EXPECT_EQ(one.missing, (std::vector<std::string>{"T", "vertices_posed", "weights"}));
  EXPECT_TRUE(std::ranges::all_of(one.quantity, &QuantityVerdict::is_right));
  EXPECT_FALSE(one.is_right());
  EXPECT_EQ(nlohmann::json::parse(numbers_json(one, scene_, 1e-4))["missing"][0], "T");
  // A part of one, and the rest.
  fs::copy(folder_ / "all" / "vertices_posed.csv", to);
  std::ofstream(to / "T.json") << "{\"hand\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}";
  EXPECT_EQ(compared(to).missing, (std::vector<std::string>{"T of 16 of 17 slots", "weights"}));
  fs::remove(to / "T.json");
  fs::copy(folder_ / "all" / "T.csv", to);
  EXPECT_EQ(compared(to).missing, std::vector<std::string>{"weights"});
  EXPECT_FALSE(compared(to).is_right());
  // What is there and cannot be judged is not called right.
  fs::copy(folder_ / "all" / "weights.csv", to);
  EXPECT_TRUE(compared(to).missing.empty());
  EXPECT_TRUE(compared(to).is_right());
  const std::string said = numbers_text(compared(to), 1e-4);
  EXPECT_NE(said.find("\nNot judged: weights."), std::string::npos) << said;
  EXPECT_NE(said.find("\nAll that is judged is right"), std::string::npos) << said;
  EXPECT_TRUE(compared(folder_ / "all").is_right()) << "nothing was left out there";
  std::ofstream(to / "left_out.json") << "{\"arrays\": 3}";
  EXPECT_NE(refused(to).find("a list of names"), std::string::npos);
}

TEST_F(NumbersFiles, HalfFloatsAndDecimalCommas) {
  const std::string head = "{'descr': '<f2', 'fortran_order': False, 'shape': (6,), }\n";
  // 1, -2, 65504, the least above 0, infinity, 0.333251953125
  const std::string numbers("\x00\x3c\x00\xc0\xff\x7b\x01\x00\x00\x7c\x55\x35", 12);
  const NpyArray a =
      read_npy(file("h.npy", std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size()) +
                                 '\0' + head + numbers),
               "It", 1000);
  EXPECT_EQ(a.value, (std::vector<double>{1.0, -2.0, 65504.0, std::ldexp(1.0, -24), INFINITY,
                                          0.333251953125}));
  std::string lines;
  for (int j = 0; j < 19; ++j) lines += "1,0;0;0;0;0;1,0;0;0;0;0;1,0;0;0;0;0;1,0\n";
  EXPECT_NE(refused(file("W.csv", lines)).find("decimal point"), std::string::npos)
      << refused(file("W.csv", lines));
  EXPECT_NE(refused(file("W.csv", "m\n" + lines)).find("decimal point"), std::string::npos);
}

TEST_F(NumbersFiles, WhatMatricesPrintsIsRead) {
  const NumbersVerdict v = compared(file("all.json", matrices_json(scene_, posed_)));
  EXPECT_TRUE(v.is_right());
  EXPECT_EQ(v.quantity.size(), 7u);  // parent, L, Ul, W, B, T and the file's inverse bind
  for (const QuantityVerdict& q : v.quantity) EXPECT_LT(q.worst, 1e-6) << info_of(q.quantity).key;
}

TEST_F(NumbersFiles, PartsByNameAndByIndex) {
  const char* identity = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]";
  const char* flat = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]";
  const char* three_rows = "[[1,0,0,0],[0,1,0,0],[0,0,1,0]]";
  for (const char* matrix : {identity, flat, three_rows}) {
    const NumbersVerdict v =
        compared(file("part.json", std::string("{\"Ul\": {\"hand\": ") + matrix + "}}"));
    ASSERT_EQ(v.quantity.size(), 1u);
    EXPECT_EQ(v.quantity[0].given, 1u);
    EXPECT_TRUE(v.is_right());
  }
  // The edit turned it.
  EXPECT_FALSE(compared(file("part.json", std::string("{\"Ul\": {\"forearm\": ") + identity + "}}"))
                   .is_right());
  EXPECT_EQ(
      compared(file("Ul.json", std::string("{\"hand\": ") + identity + "}")).quantity[0].quantity,
      RigQuantity::UserLocal);
  const NumbersVerdict other =
      compared(file("part.json", std::string("{\"Ul\": {\"hand\": ") + identity +
                                     ", \"hnad\": " + identity + "}, \"mood\": 3}"));
  ASSERT_EQ(other.notes.size(), 2u);
  EXPECT_NE((other.notes[0] + other.notes[1]).find("\"hnad\""), std::string::npos);
  EXPECT_NE((other.notes[0] + other.notes[1]).find("\"mood\""), std::string::npos);
}

TEST_F(NumbersFiles, ColumnsWhereSaid) {
  std::string text;
  for (const mat4& w : posed_.world) {
    for (int n = 0; n < 16; ++n) text += std::to_string(w[n / 4][n % 4]) + (n == 15 ? "\n" : " ");
  }
  EXPECT_FALSE(compared(file("W.txt", text)).is_right());
  EXPECT_EQ(compared(file("W.txt", text)).quantity[0].explained.at(0).key, "transposed");
  EXPECT_TRUE(compared(file("W.txt", text), {.column_major = true}).is_right());
  EXPECT_TRUE(compared(file("mine.txt", text), {.as = "W", .column_major = true}).is_right());
  EXPECT_NE(refused(file("mine.txt", text)).find("--as"), std::string::npos);
}

TEST_F(NumbersFiles, ArraysOfNumPy) {
  const auto header = [](const std::string& type, const char* order, const std::string& shape) {
    std::string head =
        "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size()) + '\0' + head;
  };
  const std::string subject = "It";
  // Big-endian 16-bit integers by columns: 1 2 3 / 4 5 6.
  const std::string numbers("\0\1\0\4\0\2\0\5\0\3\0\6", 12);
  const NpyArray a =
      read_npy(file("a.npy", header(">i2", "True", "(2, 3)") + numbers), subject, 1000);
  EXPECT_EQ(a.shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(a.value, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  const NpyArray b = read_npy(
      file("b.npy", header("|b1", "False", "(3,)") + std::string("\1\0\1", 3)), subject, 1000);
  EXPECT_EQ(b.value, (std::vector<double>{1, 0, 1}));

  for (const auto& [bytes, why] :
       {std::pair<std::string, const char*>{"hello, this is no array", "no NumPy array"},
        {header("<f8", "False", "(4, 4)") + numbers, "more than it does|cut off"},
        {header("<f8", "False", "(99999999999, 99999999999)") + numbers, "more than it does"},
        {header("|O", "False", "(1,)") + numbers, "kind that is not read|records"},
        {header("<c16", "False", "(1,)") + numbers, "kind that is not read"},
        {header("<f8", "False", "()").substr(0, 20), "cut off"}}) {
    try {
      read_npy(file("bad.npy", bytes), subject, 1000);
      ADD_FAILURE() << why;
    } catch (const std::runtime_error& e) {
      const std::string said = e.what(), all = why;
      const std::size_t bar = all.find('|');
      EXPECT_TRUE(said.find(all.substr(0, bar)) != std::string::npos ||
                  (bar != std::string::npos && said.find(all.substr(bar + 1)) != std::string::npos))
          << said;
    }
  }
  EXPECT_NE(
      refused(file("W.npy", header("<i2", "False", "(2, 3)") + numbers)).find("(joints, 4, 4)"),
      std::string::npos);
}

TEST_F(NumbersFiles, LinesThatSayWhereTheyBelong) {
  std::vector<std::string> lines;
  std::size_t i = 0;
  for (const dvec3& p : posed_points(scene_, posed_, Deformer::File)) {
    lines.push_back(std::to_string(i++) + "," + std::to_string(p.x) + "," + std::to_string(p.y) +
                    "," + std::to_string(p.z) + "\n");
  }
  std::reverse(lines.begin(), lines.end());
  std::string text = "vertex,x,y,z\n";
  for (const std::string& line : lines) text += line;
  EXPECT_TRUE(compared(file("vertices_posed.csv", text)).is_right());
  EXPECT_NE(refused(file("vertices_posed.csv", "vertex,x,y,z\n0,1,2,3\n0,1,2,3\n"))
                .find("not numbered from 0 on"),
            std::string::npos);
}

TEST_F(NumbersFiles, ParentsByNameIndexAndNothing) {
  const std::vector<int>& parent = scene_.model->skeleton.parent;
  std::string floats = "[", lines;
  for (const int p : parent) {
    floats += (floats.size() > 1 ? ", " : "") + std::to_string(p) + ".0";
    lines += std::to_string(p) + ".000e+00\n";
  }
  EXPECT_TRUE(compared(file("parent.json", floats + "]")).is_right());
  EXPECT_TRUE(compared(file("parent.csv", lines)).is_right());
  std::string blanks = lines;
  for (std::size_t at = 0; (at = blanks.find('\n', at)) != blanks.npos; at += 3)
    blanks.insert(at, " \t");
  EXPECT_TRUE(compared(file("parent.csv", blanks)).is_right()) << "blanks at the ends of lines";
  const NumbersVerdict far = compared(file("x.json", "{\"parent\": [999, 0.5, null]}"));
  EXPECT_EQ(far.quantity[0].right, 0u);
}

TEST_F(NumbersFiles, ShapesThatAreNoMatrix) {
  const char* columns = "[[1,0,0],[0,1,0],[0,0,1],[0,0,0]]";
  const fs::path path = file("part.json", std::string("{\"Ul\": {\"hand\": ") + columns + "}}");
  EXPECT_NE(refused(path).find("4 by 3"), std::string::npos);
  EXPECT_TRUE(compared(path, {.column_major = true}).is_right());
  const char* rows = "[[1,0,0,0],[0,1,0,0],[0,0,1,0]]";
  EXPECT_NE(refused(file("part.json", std::string("{\"Ul\": {\"hand\": ") + rows + "}}"),
                    {.column_major = true})
                .find("3 by 4"),
            std::string::npos);
}

TEST_F(NumbersFiles, ObjAndItsOrder) {
  std::string text = "# by hand\no arm\n";
  for (const dvec3& p : posed_points(scene_, posed_, Deformer::File)) {
    text += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + "\t" + std::to_string(p.z) +
            "\nvn 0 0 1\n";
  }
  EXPECT_TRUE(compared(file("mine.obj", text)).is_right());
  EXPECT_NE(refused(file("few.obj", "v 1 2 3\n")).find("it has 1 vertex, and the model has 5291"),
            std::string::npos);
  EXPECT_NE(refused(file("bad.obj", "v 1 x 3\n")).find("line 1"), std::string::npos);
}

TEST_F(NumbersFiles, PosedVerticesOfAMeshByItsName) {
  std::string list;
  for (const dvec3& p : posed_points(scene_, posed_, Deformer::File)) {
    list += (list.empty() ? "[" : ", [") + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " +
            std::to_string(p.z) + "]";
  }
  const NumbersVerdict v =
      compared(file("posed.json", "{\"meshes\": [{\"name\": \"" + scene_.model->meshes[0].name +
                                      "\", \"vertices_posed\": [" + list + "]}]}"));
  ASSERT_EQ(v.quantity.size(), 1u);
  EXPECT_EQ(v.quantity[0].quantity, RigQuantity::Posed);
  EXPECT_TRUE(v.is_right());
}

TEST_F(NumbersFiles, WhatIsNoNumbersIsASentence) {
  for (const auto& [name, text, why] :
       {std::tuple{"W.json", "{", "JSON"},
        {"W.json", "[[1, 2]]", "has 2 numbers"},
        {"W.json", "[[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,\"1\"]]]", "no list of numbers"},
        {"x.json", "[]", "--as"},
        {"x.json", "{\"mood\": 1}", "mood"},
        {"x.json", "3", "neither an object nor a list"},
        {"W.csv", "joint,m11\nhand,oops\n", "oops"},
        {"W.csv", "1 2 3 4\n", "fewer than four rows"},
        {"vertices_posed.csv", "1,2\n", "a vertex has three"},
        {"x.png", "", "none of"},
        {"W.json", "{\"W\": {\"elbow\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}}", "elbow"}}) {
    const std::string said = refused(file(name, text));
    EXPECT_NE(said.find(why), std::string::npos) << name << " " << text << ": " << said;
    EXPECT_NE(said.find(name), std::string::npos) << said;
  }
  EXPECT_NE(refused(folder_ / "nowhere.json").find("no such file"), std::string::npos);
  fs::create_directory(folder_ / "empty");
  EXPECT_NE(refused(folder_ / "empty").find("no file in the folder"), std::string::npos);
}

TEST_F(NumbersFiles, WhatIsNotANumberIsNamed) {
  const auto told = [&](const fs::path& path) { return numbers_text(compared(path), 1e-4); };
  const char* row = "[[1, 0, 0, 0], [0, 1, NaN, 0], [0, 0, 1, -Infinity], [0, 0, 0, 1]]";
  for (const auto& [name, text] :
       {std::pair{"W.json", std::string("{\"hand\": ") + row + "}"},
        {"W.json", "{\"hand\": [[1,0,0,0],[0,1,null,0],[0,0,1,0],[0,0,0,1]]}"},
        {"W.csv", "hand,1,0,0,0,0,1,nan,0,0,0,1,inf,0,0,0,1\n"}}) {
    const std::string said = told(file(name, text));
    EXPECT_NE(said.find("W of hand: row 2, column 3 is not a number.\n"), std::string::npos)
        << said;
    EXPECT_NE(said.find("The first one is hand: row 2, column 3 is not a number.\n"),
              std::string::npos)
        << said;
    EXPECT_EQ(said.find("No usual mistake"), std::string::npos) << said;
  }
  std::string points = "[";
  std::size_t i = 0;
  for (const dvec3& p : posed_points(scene_, posed_, Deformer::File)) {
    points += (i > 0 ? ", [" : "[") + std::to_string(p.x) + ", " +
              (i == 7 ? "NaN" : std::to_string(p.y)) + ", " + std::to_string(p.z) + "]";
    ++i;
  }
  const std::string said = told(file("vertices_posed.json", points + "]"));
  EXPECT_NE(said.find("The first one is 7: y is not a number.\n"), std::string::npos) << said;
  EXPECT_NE(said.find("v' of vertex 7: y is not a number.\n"), std::string::npos) << said;
  EXPECT_EQ(said.find("pose of this rig"), std::string::npos) << said;
  // In names it is a word like any other.
  EXPECT_NE(refused(file("W.json", std::string("{\"a\\\"NaN\": ") + row + "}")).find("a\"NaN"),
            std::string::npos);
  EXPECT_NE(refused(file("W.json", "{\"hand\": NaNa}")).find("not valid JSON"), std::string::npos);
  // A sentence ends once.
  EXPECT_EQ(refused(file("x.json", "{\"mood\": 1}")).find(".."), std::string::npos);
}

TEST_F(NumbersFiles, TheVerdictAsTextAndJson) {
  const NumbersVerdict right = compared(file("all.json", matrices_json(scene_, posed_)));
  EXPECT_NE(numbers_text(right, 1e-4).find("T (all.json): all 17 slots are right, to "),
            std::string::npos);
  const NumbersVerdict wrong =
      compared(file("W.json", "{\"hand\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"));
  EXPECT_NE(
      numbers_text(wrong, 1e-4).find("1 of 1 joint is wrong. The first one is hand: turned by"),
      std::string::npos);
  const NumbersVerdict turned =
      compared(file("W.json", "{\"hand\": [[0,-1,0,-2.5],[1,0,0,0],[0,0,1,1e-12],[0,0,0,1]]}"));
  EXPECT_NE(numbers_text(turned, 1e-4).find("             0          -1           0        -2.5"),
            std::string::npos)
      << numbers_text(turned, 1e-4) << "what is below 0 as well, and rounding as 0";
  EXPECT_NE(numbers_text(turned, 1e-4).find("             0           0           1           0"),
            std::string::npos);
  const auto root = nlohmann::json::parse(numbers_json(wrong, scene_, 1e-4));
  EXPECT_FALSE(root["right"].get<bool>());
  EXPECT_EQ(root["quantities"][0]["first"]["joint"], "hand");
  EXPECT_EQ(root["quantities"][0]["first"]["given"][0][0], 1.0);
}

}  // namespace
}  // namespace bindpose
