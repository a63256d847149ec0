// Volumes and normals of the capsule, against numbers that were worked out outside of this program
// (numpy: winding numbers along rays, finite differences of the posed surface).
#include <gtest/gtest.h>

#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/lesson/quantity/quantity.h"

namespace bindpose::app {
namespace surface_quantities {
namespace {

class Capsule : public ::testing::Test {
 protected:
  void pose(const vec3& degrees, Deformer method) {
    document_ = Document(make_scene(model_));
    document_.apply({SetBasePose{BasePose::Bind}});
    ViewSettings view = document_.scene().view;
    view.method = method;
    document_.apply({SetView{view}});
    const int upper = find_joint(model_->skeleton, "upper");
    document_.apply({TransformJoint{upper, TransformJoint::Rotate, degrees}});
  }
  double value(const char* quantity) const {
    std::string error;
    const auto found = parse_quantity(quantity, *model_, error);
    EXPECT_TRUE(found) << error;
    return found ? evaluate_quantity(*found, document_.scene(), evaluate(document_.scene())) : NAN;
  }

  std::shared_ptr<const Model> model_ = import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb");
  Document document_;
};

TEST_F(Capsule, EnclosesLessThanTheIntegralSays) {
  struct Row {
    Deformer method;
    float degrees;
    double enclosed, integral;
  };
  for (const Row& row :
       {Row{Deformer::Linear, 120, 0.903, 0.941}, Row{Deformer::Linear, 135, 0.854, 0.932},
        Row{Deformer::Linear, 150, 0.768, 0.926}, Row{Deformer::DualQuaternion, 120, 0.977, 0.998},
        Row{Deformer::DualQuaternion, 150, 0.881, 0.996}}) {
    pose({0, 0, row.degrees}, row.method);
    EXPECT_NEAR(value("volume ratio"), row.enclosed, 6e-4) << row.degrees;
    EXPECT_NEAR(value("signed volume ratio"), row.integral, 6e-4) << row.degrees;
  }
  pose({0, 150, 0}, Deformer::Linear);
  EXPECT_NEAR(value("volume ratio"), value("signed volume ratio"), 1e-9)
      << "a twist overlaps nowhere";
}

TEST_F(Capsule, TheUsualNormalIsOffWhereWeightsChange) {
  pose({0, 90, 0}, Deformer::Linear);
  document_.apply({SetPinnedVertex{{0, 1250}}});
  EXPECT_NEAR(value("usual normal error"), 22.1, 0.3);
  EXPECT_EQ(value("normal error"), value("usual normal error"));
  ViewSettings view = document_.scene().view;
  view.normals = NormalUse::Exact;
  document_.apply({SetView{view}});
  EXPECT_NEAR(value("normal error"), 0.0, 1e-4);
  EXPECT_NEAR(value("usual normal error"), 22.1, 0.3);
  // On the ring in the middle the slope of the weights tilts nothing: it is symmetric.
  document_.apply({SetPinnedVertex{{0, 1111}}});
  EXPECT_NEAR(value("usual normal error"), 0.0, 0.05);
}

}  // namespace
}  // namespace surface_quantities
}  // namespace bindpose::app
