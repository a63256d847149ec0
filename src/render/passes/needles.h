// Normals as needles over the surface (view/marks/needles.h): lines with a dark rim, and the
// tangent disc.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "render/bone_instances.h"
#include "render/gpu/shader.h"
#include "view/marks/needles.h"

namespace bindpose {

class NeedlePass {
 public:
  explicit NeedlePass(std::filesystem::path shader_dir);
  // Expects the surface in the depth buffer. What it hides of the vertex's needles is faint, of
  // those all over it is gone, and so are needles whose surface looks away. `kept`: of this model,
  // from one drawing to the next.
  void draw(const Frame& frame, const Scene& scene, const PosedScene& posed, Deformer method,
            const Camera& camera, NeedleField& kept);

 private:
  void prepare();
  void draw_field(const Frame& frame, const NeedleField::Field& field);
  void draw_vertex(const Frame& frame, const VertexNeedles& needles);
  void draw_lines(const Frame& frame, const std::vector<LineInstance>& lines);
  void draw_disc(const Frame& frame, const std::vector<vec3>& rim, float alpha);

  std::filesystem::path dir_;
  Program line_, disc_;  // made when first needed
  GlBuffer line_buffer_, disc_buffer_;
  GlVertexArray line_array_, disc_array_;
};

}  // namespace bindpose
