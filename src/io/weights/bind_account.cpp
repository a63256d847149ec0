#include "io/weights/bind_account.h"

#include <nlohmann/json.hpp>

#include "io/text/json_text.h"
#include "io/text/text_table.h"

namespace bindpose {

std::string bind_text(const BindAccount& account, const Model& model) {
  const auto counted_as = [](std::size_t n, const char* one, const char* more) {
    return std::to_string(n) + " " + (n == 1 ? one : more);
  };
  std::string out =
      counted_as(account.vertices, "vertex", "vertices") + " of " +
      counted_as(account.meshes, "mesh", "meshes") + " bound to " +
      counted_as(account.bones, "bone", "bones") +
      (account.left_out > 0 ? " (" + counted_as(account.left_out, "joint", "joints") +
                                  " without weight in the file left out; --joints all)"
                            : "") +
      "; " + counted_as(account.unweighted, "vertex", "vertices") + " without weights\n";
  if (!account.figures) return out;
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, value] : figure_lines(*account.figures, model))
    rows.push_back({name, value});
  return out + table(rows, true);
}

std::string bind_json(const BindAccount& account, const Model& model) {
  nlohmann::ordered_json out = {{"method", account.method}};
  if (!account.edit.empty()) out["edit"] = clean_utf8(account.edit);
  out["vertices"] = account.vertices;
  out["meshes"] = account.meshes;
  out["bones"] = account.bones;
  out["left_out"] = account.left_out;
  out["unweighted"] = account.unweighted;
  if (account.figures) {
    const WeightFigures& f = account.figures->figures;
    nlohmann::ordered_json figures = {{"laplacian_energy", f.roughness},
                                      {"dirichlet_energy", f.steepness},
                                      {"leak", f.leak},
                                      {"leaking_vertices", f.leaking},
                                      {"mean_influences", f.mean_influences},
                                      {"most_influences", f.most_influences}};
    if (f.has_volume) {
      figures["volume_kept"] = {{"mean", f.volume_mean}, {"least", f.volume_least}};
      if (account.figures->least_joint >= 0)
        figures["volume_kept"]["least_joint"] =
            clean_utf8(model.skeleton.name[static_cast<std::size_t>(account.figures->least_joint)]);
    } else {
      figures["volume_kept"] = nullptr;
    }
    out["figures"] = std::move(figures);
  }
  out["notes"] = nlohmann::ordered_json::array();
  for (const std::string& note : account.notes) out["notes"].push_back(clean_utf8(note));
  return pretty(out);
}

std::string transfer_json(const WeightTransfer& transfer, const std::string& edit) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  if (!edit.empty()) out["edit"] = clean_utf8(edit);
  out["vertices"] = transfer.vertices;
  out["meshes"] = transfer.weights.size();
  out["sure"] = transfer.sure;
  out["inpainted"] = transfer.inpainted;
  out["nearest"] = transfer.nearest;
  out["unweighted"] = transfer.unweighted;
  out["unsure_parts"] = transfer.unsure_parts;
  out["notes"] = nlohmann::ordered_json::array();
  for (const std::string& note : transfer.notes) out["notes"].push_back(clean_utf8(note));
  return pretty(out);
}

}  // namespace bindpose
