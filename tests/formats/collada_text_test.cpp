// Collada as other programs write it: in other encodings, with numbers that stand loosely.
#include <gtest/gtest.h>

#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::collada_text_test {
namespace {

// A triangle on the node "Ärm" that a clip moves by 5 along x within a second.
std::string file(const std::string& start, const std::string& end, const std::string& times,
                 const std::string& encoding, const std::string& place = "0 0 0") {
  return "<?xml version=\"1.0\" encoding=\"" + encoding +
         "\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
         "version=\"1.4.1\"><asset><unit meter=\"0.01\"/><up_axis>Y_UP</up_axis></asset>"
         "<library_effects><effect id=\"paint\"><profile_COMMON><technique "
         "sid=\"t\"><phong><diffuse>"
         "<color>" +
         place +
         " 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>"
         "<library_geometries>" +
         dae_geometry("tri", "tri", "0 0 0 1 0 0 0 1 0") + "</library_geometries>" +
         "<library_animations>" +
         dae_animation("move", {"arm/place.X", times, "0 5", "LINEAR LINEAR"}) +
         "</library_animations><library_animation_clips><animation_clip id=\"walk\" start=\"" +
         start + "\" end=\"" + end +
         "\"><instance_animation url=\"#move\"/></animation_clip></library_animation_clips>"
         "<library_visual_scenes><visual_scene id=\"scene\"><node id=\"arm\" "
         "name=\"\xc3\x84rm\"><translate sid=\"place\">" +
         place +
         "</translate>"
         "<instance_geometry url=\"#tri\"/></node></visual_scene></library_visual_scenes>"
         "<scene><instance_visual_scene url=\"#scene\"/></scene></COLLADA>\n";
}

// Of text in UTF-8 without characters beyond the first plane.
std::string utf16(const std::string& text, bool big, bool mark) {
  std::string out;
  const auto put = [&](unsigned unit) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 255);
    out += big ? high : low;
    out += big ? low : high;
  };
  if (mark) put(0xfeff);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      put(c);
    } else {
      put(((c & 0x1fu) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3fu));
    }
  }
  return out;
}

class ColladaText : public FolderTest {
 protected:
  void expect_moves(const std::string& text) {
    write_all(folder_ / "a.dae", text);
    const auto model = import_model(folder_ / "a.dae");
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_EQ(model->meshes[0].position.size(), 3u);
    const int joint = find_joint(model->skeleton, "\xc3\x84rm");
    ASSERT_GE(joint, 0) << model->skeleton.name.back();
    ASSERT_EQ(model->clips.size(), 1u);
    EXPECT_NEAR(model->clips[0].duration, 1.0, 1e-6);
    Scene scene = make_scene(model);
    scene.pose.base = BasePose::Clip;
    scene.pose.clip = 0;
    scene.pose.time = 0.5;
    const PosedScene posed = evaluate(scene);
    EXPECT_NEAR(posed.world[static_cast<std::size_t>(joint)][3].x, 2.5f, 1e-5f);
  }
};

TEST_F(ColladaText, Utf16IsReadAsUtf8Is) {
  expect_moves(file("0", "1", "0 1", "utf-8"));
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      SCOPED_TRACE(std::string(big ? "big" : "little") + (mark ? " with a mark" : ""));
      expect_moves(utf16(file("0", "1", "0 1", "utf-16"), big, mark));
    }
  }
}

TEST_F(ColladaText, NumbersMayStandLoosely) {
  expect_moves(file(" 0.0", "\n 1 ", "  0\n\t+1.0 ", "utf-8"));
  expect_moves(file("+0", "1.", "0 1.", "utf-8", "\n  0.0 0\t-0 "));
}

TEST_F(ColladaText, CutUtf16IsRefusedInASentence) {
  const std::string text = utf16(file("0", "1", "0 1", "utf-16"), false, true);
  for (const std::size_t n :
       {std::size_t{5}, std::size_t{301}, text.size() / 2, text.size() - 40}) {
    write_all(folder_ / "a.dae", text.substr(0, n));
    const std::string said = sentence_of([&] { import_model(folder_ / "a.dae"); });
    EXPECT_NE(said.find("a.dae"), std::string::npos) << n;
  }
}

// Assimp would make room for as many first.
TEST_F(ColladaText, that_counts_more_than_it_has_is_refused) {
  const std::string text = file("0", "1", "0 1", "UTF-8");
  const std::size_t at = text.find(" count=\"") + 8;
  for (const char* count : {"-1", "-1e39", "99999999999999999999", "4294967295"}) {
    std::string wrong = text;
    wrong.replace(at, wrong.find('"', at) - at, count);
    write_all(folder_ / "a.dae", wrong);
    const std::string said = sentence_of([&] { import_model(folder_ / "a.dae"); });
    EXPECT_NE(said.find(std::string("it says count=\"") + count), said.npos) << said;
    const char* why = *count == '-' ? "which is no number of things" : "more than it can hold";
    EXPECT_NE(said.find(why), said.npos) << said;
  }
}

// However its attributes stand.
TEST_F(ColladaText, counts_are_found_in_loose_text) {
  const std::string text = file("0", "1", "0 1", "UTF-8");
  const std::size_t at = text.find(" count=\"");
  const auto said = [&](const std::string& written) {
    std::string changed = text;
    changed.replace(at, changed.find('"', at + 8) + 1 - at, written);
    write_all(folder_ / "a.dae", changed);
    return sentence_of([&] { import_model(folder_ / "a.dae"); });
  };
  for (const char* count : {" count='99999999'", "\tcount=\"99999999\"", "\r\ncount = \"99999999\"",
                            " count\n=\t' +99999999'"}) {
    EXPECT_NE(said(count).find("more than it can hold"), std::string::npos)
        << count << ": " << said(count);
  }
  for (const char* count : {" count=\"0x7fffffff\"", " count='many'", " count=\" -2\""}) {
    EXPECT_NE(said(count).find("is no number of things"), std::string::npos)
        << count << ": " << said(count);
  }
  EXPECT_EQ(said(" discount=\"99999999\" count = '9'"), "");
}

// Assimp would read on in memory.
TEST_F(ColladaText, lists_that_are_too_short_are_told_of) {
  const auto said = [&](const std::string& text) {
    write_all(folder_ / "a.dae", text);
    std::string all;
    const auto model = import_model(folder_ / "a.dae");
    for (const ReportEntry& e : model->report) {
      if (e.place.starts_with("source ")) all += e.place + ": " + e.message;
    }
    return all;
  };
  const std::string text = file("0", "1", "0 1", "UTF-8");
  EXPECT_EQ(said(text), "");
  const std::size_t accessor = text.find("<accessor ");
  const std::string_view key = " count=\"3\"";
  const std::size_t at = text.find(key, accessor);
  ASSERT_LT(at, text.find("</accessor>", accessor));
  std::string wrong = text;
  wrong.replace(at, key.size(), " count=\"5\"");
  EXPECT_NE(said(wrong).find("It is read as 15 numbers and has 9;"), std::string::npos)
      << said(wrong);
  EXPECT_EQ(said(utf16(text, true, true)), "");
  EXPECT_NE(said(utf16(wrong, false, true)).find("has 9;"), std::string::npos);
  // What is asked of the rest is refused.
  const std::size_t corners = wrong.find("<p>") + 3;
  wrong.replace(corners, wrong.find("</p>") - corners, "0 1 4");
  write_all(folder_ / "a.dae", wrong);
  EXPECT_NE(sentence_of([&] { import_model(folder_ / "a.dae"); }), "");
}

}  // namespace
}  // namespace bindpose::tests::collada_text_test
