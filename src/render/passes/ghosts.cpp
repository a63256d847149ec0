#include "render/passes/ghosts.h"

#include <algorithm>

#include "math/transform.h"
#include "scene/explain/space_walk.h"
#include "view/colors.h"

namespace bindpose {

namespace {

struct Copy {
  Ghost ghost;
  float weight;    // of all vertices together
  float distance;  // of the joint from the eye
};

std::vector<double> slot_weights(const MeshBinding& binding) {
  const auto& [in, skin] = binding;
  std::vector<double> sum(skin.joint.size(), 0.0);
  for (std::size_t k = 0; k < in.slot.size(); ++k) {
    sum[in.slot[k]] += double(in.weight[k]);
  }
  return sum;
}

// The mesh of the vertex that walks, carried along by each influence.
std::vector<Ghost> walking_ghosts(const Scene& scene, const SpaceWalk& walk,
                                  std::span<const vec3> color) {
  std::vector<Ghost> ghosts;
  const WalkMoment now = walk_at(walk, scene.view.walker_at);
  for (std::size_t k = 0; k < std::min(walk.legs.size(), kMaxGhosts); ++k) {
    ghosts.push_back({static_cast<std::size_t>(walk.at.mesh), now.legs[k].matrix,
                      color[static_cast<std::size_t>(walk.legs[k].joint)]});
  }
  return ghosts;
}

}  // namespace

std::vector<Ghost> ghosts_of(const Scene& scene, const PosedScene& posed, const Frame& frame,
                             std::span<const vec3> color) {
  const Ghosts wanted = scene.view.ghosts;
  if (wanted == Ghosts::Off || !scene.model) return {};
  if (color.size() != scene.model->skeleton.parent.size()) return {};
  if (scene.view.walker != WalkOf::Off) {
    const SpaceWalk walk = space_walk(scene, posed);
    if (!walk.empty()) return walking_ghosts(scene, walk, color);
  }
  std::vector<Copy> copies;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const MeshBinding& binding = binding_of(scene, m);
    const std::vector<double> weights = slot_weights(binding);
    for (std::size_t s = 0; s < binding.skin.joint.size(); ++s) {
      const int joint = binding.skin.joint[s];
      if (!(weights[s] > 0.0)) continue;
      if (wanted == Ghosts::Selected && joint != scene.selection.joint) continue;
      const vec3 head(frame.to_display * posed.world[static_cast<std::size_t>(joint)][3]);
      copies.push_back({{m, posed.palette[m][s], color[static_cast<std::size_t>(joint)]},
                        static_cast<float>(weights[s]),
                        glm::distance(frame.eye, head)});
    }
  }
  if (copies.size() > kMaxGhosts) {
    std::ranges::sort(copies, std::ranges::greater{}, &Copy::weight);
    copies.resize(kMaxGhosts);
  }
  std::ranges::stable_sort(copies, std::ranges::greater{}, &Copy::distance);
  std::vector<Ghost> ghosts;
  for (const Copy& copy : copies) ghosts.push_back(copy.ghost);
  return ghosts;
}

GhostPass::GhostPass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {}

void GhostPass::draw(const Frame& frame, const std::vector<MeshBuffers>& meshes,
                     std::span<const Ghost> ghosts) {
  if (ghosts.empty()) return;
  if (!program_) program_ = Program(dir_, {.vertex = "surface.vert", .fragment = "ghost.frag"});
  program_.use();
  program_.set("u_projection", frame.projection);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  // Drawings that refine a picture began with a depth at which nothing passes but at edges; from
  // here on all passes, and away from edges does not count.
  glClearDepth(1.0);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  for (const Ghost& ghost : ghosts) {
    const MeshBuffers& mesh = meshes[ghost.mesh];
    const mat4 to_view = frame.view * frame.to_display * ghost.matrix;
    const mat3 normal = cofactor(mat3(to_view));
    const float size = glm::length(normal[0]);
    program_.set("u_to_view", to_view);
    program_.set("u_normal_to_view", size > 0.0f ? normal / size : normal);
    program_.set("u_color", ghost.color);
    program_.set("u_flat", mesh.flat ? 1.0f : 0.0f);
    // The points in bind space have the same places in the shader as posed ones.
    glBindVertexArray(mesh.skin_input.id());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.index.id());
    // First which of its sides is in front, so that a copy does not show its own inside.
    glClear(GL_DEPTH_BUFFER_BIT);
    glDepthFunc(GL_LESS);
    glDisable(GL_BLEND);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_EQUAL);
    glEnable(GL_BLEND);
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
  }
  glBindVertexArray(0);
  glDisable(GL_BLEND);
  glDepthFunc(GL_LESS);
  glClear(GL_DEPTH_BUFFER_BIT);
}

}  // namespace bindpose
