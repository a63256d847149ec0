#include "app/beside/table_maker.h"

namespace bindpose::app {

const TableRows* TableMaker::get(const Scene& scene, const TableQuery& query) {
  if (!scene.model) {
    latest_.forget();
    return nullptr;
  }
  const bool chosen = query.rows == TableQuery::Rows::Chosen;
  const Key key{scene.model->id, scene.weights.revision, query,
                chosen ? scene.selection.vertices : VertexGroup{}, scene.mesh_hidden};
  return latest_.get(
      key, [&](const Key& of) { return of.model == key.model; },
      [scene, query](const std::function<bool()>& stopped) {
        return table_rows(scene, query, stopped);
      });
}

}  // namespace bindpose::app
