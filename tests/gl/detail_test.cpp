// A coarse copy that is drawn while something moves looks like the model, whatever is done to it;
// and kernels on the processor draw what the shaders draw.
#include <gtest/gtest.h>

#include "gl/post.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "view/coarse_mesh.h"

namespace bindpose::test::detail_test {
namespace {

constexpr std::size_t kFew = 15000;  // of 58,000 triangles

// The ogre, waving. Its body has a shape that swells the belly.
std::shared_ptr<const Model> shaped_ogre() {
  auto model = std::make_shared<Model>(*import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  model->morph_channels.push_back({"swollen", model->meshes[0].node, 0.0f});
  Mesh& body = model->meshes[0];
  MorphTarget swollen;
  for (std::uint32_t v = 0; v < body.position.size(); ++v) {
    swollen.vertex.push_back(v);
    swollen.position.push_back(0.05f * body.normal[v]);
  }
  body.morph.push_back(std::move(swollen));
  return model;
}

class DetailTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    document_ = Document(make_scene(shaped_ogre(), scene.view));
    document_.apply({SetBasePose{BasePose::Clip, 1}});
    document_.apply({SetTime{0.8}});
    renderer().set_model(document_.scene().model);
    camera = first_view({float(kWidth), float(kHeight)},
                        transformed(posed_bounds(document_.scene(), evaluate(document_.scene())),
                                    document_.scene().model->to_display));
  }
  void TearDown() override {
    renderer().force_shader_skinning(false);
    PictureTest::TearDown();
  }
  void make_copy(CoarseQuality quality = CoarseQuality::Close) {
    CoarseModel coarse = make_coarse(*document_.scene().model, quality, kFew);
    EXPECT_LT(triangle_count(coarse), kFew * 3 / 2);
    renderer().set_coarse(std::move(coarse));
  }
  Image picture_of(bool coarse) {
    const Scene& shown = document_.scene();
    const PosedScene posed = evaluate(shown);
    BoneSet bones;
    build_bones(shown, posed, bones);
    FrameInput in{shown, posed, bones, camera, width, height};
    in.coarse = coarse;
    renderer().draw(in);
    return renderer().read_pixels();
  }
  void set_view(auto&& change) {
    ViewSettings view = document_.scene().view;
    change(view);
    document_.apply({SetView{view}});
  }
  // The part of the pixels that differ by more than `steps` of 1/255 in some channel.
  static double differing(const Image& a, const Image& b, int steps) {
    EXPECT_EQ(a.pixels.size(), b.pixels.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4) {
      int most = 0;
      for (std::size_t c = i; c < i + 3; ++c)
        most = std::max(most, std::abs(int(a.pixels[c]) - int(b.pixels[c])));
      if (most > steps) ++count;
    }
    return double(count) / (double(a.pixels.size()) / 4.0);
  }
  // Of the picture with all triangles the coarse one differs clearly in no more than a few pixels,
  // and of a picture of something else in many more.
  void expect_alike(const char* what, double part = 0.008) {
    const Image full = picture_of(false), coarse = picture_of(true);
    EXPECT_LT(differing(full, coarse, 24), part) << what;
    EXPECT_GT(differing(full, coarse, 0), 0.0) << what << ": all triangles were drawn";
  }

  Document document_{make_scene(nullptr)};
};

TEST_F(DetailTest, KernelsDrawWhatShadersDraw) {
  document_.apply({SetMorph{0, 0.7f}});
  for (const DeformerInfo& d : kDeformers) {
    for (const WeightUse use : {WeightUse::Normalised, WeightUse::Raw}) {
      set_view([&](ViewSettings& view) {
        view.method = d.method;
        view.weights = use;
      });
      renderer().force_shader_skinning(false);
      const Image kernels = picture_of(false);
      renderer().force_shader_skinning(true);
      const Image shaders = picture_of(false);
      EXPECT_LT(differing(kernels, shaders, 2), 1e-3) << d.key;
    }
  }
}

TEST_F(DetailTest, CoarseCopyLooksLikeTheModel) {
  for (const CoarseQuality quality : {CoarseQuality::Close, CoarseQuality::Quick}) {
    make_copy(quality);
    const Image full = picture_of(false), coarse = picture_of(true);
    EXPECT_LT(differing(full, coarse, 24), quality == CoarseQuality::Close ? 0.008 : 0.03);
  }
}

TEST_F(DetailTest, AfterTheCoarsePictureTheFullOneIsAsBefore) {
  set_view([](ViewSettings& view) { view.grid = true; });  // with its shadow
  const Image before = picture_of(false);
  make_copy();
  document_.apply({SetTime{0.4}});
  picture_of(true);
  document_.apply({SetTime{0.8}});
  picture_of(true);
  EXPECT_EQ(picture_of(false).pixels, before.pixels);
}

TEST_F(DetailTest, CoarseCopyFollowsThePose) {
  make_copy();
  for (const DeformerInfo& d : kDeformers) {
    set_view([&](ViewSettings& view) { view.method = d.method; });
    for (const double time : {0.2, 0.6}) {
      const Image before = picture_of(true);
      document_.apply({SetTime{time}});
      EXPECT_GT(differing(before, picture_of(true), 24), 0.01);
      expect_alike("pose");
    }
  }
}

TEST_F(DetailTest, TwoDeformersOfACopyAreSkinnedOnceAPose) {
  make_copy();
  set_view([](ViewSettings& view) {
    view.panes = Panes::Two;
    view.method = Deformer::Linear;
    view.compare = Deformer::Centers;
  });
  const Scene& shown = document_.scene();
  const PosedScene posed = evaluate(shown);
  BoneSet bones;
  build_bones(shown, posed, bones);
  FrameInput in{shown, posed, bones, camera, width, height};
  in.coarse = true;
  renderer().draw(in);
  const std::size_t count = renderer().skin_count();
  renderer().draw(in);
  EXPECT_EQ(renderer().skin_count(), count);
}

TEST_F(DetailTest, CoarseCopyTakesShapes) {
  make_copy();
  const Image before = picture_of(true);
  document_.apply({SetMorph{0, 1.0f}});
  EXPECT_GT(differing(before, picture_of(true), 24), 0.01);
  expect_alike("shape");
}

TEST_F(DetailTest, HiddenMeshesAreHiddenInTheCoarseCopy) {
  make_copy();
  const Image before = picture_of(true);
  document_.apply({ShowMesh{0, false}});  // the body
  EXPECT_GT(differing(before, picture_of(true), 24), 0.05);
  expect_alike("without the body");
  document_.apply({ShowMesh{0, true}});
  EXPECT_EQ(picture_of(true).pixels, before.pixels);
}

TEST_F(DetailTest, MapsHaveTheirColoursOnTheCoarseCopy) {
  make_copy();
  document_.apply({SetSelection{find_joint(document_.scene().model->skeleton, "forearm.L")}});
  for (const Show show : {Show::Weights, Show::Joints, Show::Influences, Show::Distance}) {
    set_view([&](ViewSettings& view) { view.show = show; });
    // Classes end at the middle of edges, which are others.
    expect_alike("map", show == Show::Influences ? 0.025 : 0.008);
  }
}

TEST_F(DetailTest, EditedWeightsMoveTheCoarseCopy) {
  make_copy();
  const Model& model = *document_.scene().model;
  const auto found = std::ranges::find(model.meshes, "trousers", &Mesh::name);
  ASSERT_NE(found, model.meshes.end());
  const int trousers = static_cast<int>(found - model.meshes.begin());
  const int joint = find_joint(model.skeleton, "chest");
  const std::size_t count = found->position.size(), body = model.meshes[0].position.size();
  // One by one, many more than are sent one by one, with a picture after the first half.
  const Image before = picture_of(true);
  for (const std::uint32_t begin : {0u, 1u}) {
    for (std::uint32_t v = begin; v < count; v += 2)
      document_.apply({SetWeights{{trousers, v}, {{joint, 1.0f}}}});
    EXPECT_GT(differing(before, picture_of(true), 24), 0.002);
  }
  expect_alike("weights of the trousers");
  auto all = std::make_shared<std::vector<MeshWeights>>();
  const std::vector<std::vector<WeightEntry>> rows(body, {{0, 1.0f}});
  all->push_back({0, {joint}, pack_influences(rows, 1).influences});
  document_.apply({SetInfluences{all, "all"}});
  EXPECT_GT(differing(before, picture_of(true), 24), 0.01);
  expect_alike("weights of the body");
}

TEST_F(DetailTest, DotsStayWhereTheVerticesAre) {
  make_copy();
  const Image none = picture_of(true);
  document_.apply({SelectVertices{{VertexGroup::Influences, 3}}});
  EXPECT_GT(differing(none, picture_of(true), 24), 0.005);
  expect_alike("dots");
}

TEST_F(DetailTest, AnotherModelForgetsTheCopy) {
  make_copy();
  picture_of(true);
  document_ = Document(make_scene(post_model(), document_.scene().view));
  renderer().set_model(document_.scene().model);
  EXPECT_EQ(picture_of(true).pixels, picture_of(false).pixels);
}

TEST_F(DetailTest, ACopyOfAnotherModelIsRefused) {
  renderer().set_coarse({{{}, {}}});  // two meshes, the ogre has more
  EXPECT_EQ(picture_of(true).pixels, picture_of(false).pixels);
}

}  // namespace
}  // namespace bindpose::test::detail_test
