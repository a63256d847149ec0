// `bindpose transfer`: weights of another model, written with the whole rig.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "app/import/plain_file.h"
#include "io/export/rig/rig.h"
#include "io/weights/bind_account.h"
#include "scene/automatic/transfer_text.h"
#include "scene/edit/mend/locked_rows.h"

namespace bindpose::app {

namespace {

// Of a workspace with the weights as they are edited there.
std::shared_ptr<const Model> open_for_weights(const std::string& path, const ImportLimits& limits) {
  ImportOptions options;
  options.textures = false;
  return with_edited_weights(open_scene(path, options, limits).scene);
}

// Fills in the edit.
WeightTransfer transferred(TransferWeights& edit, const Scene& scene, const Model& from) {
  WeightTransfer out = transfer_weights(scene, from, edit);
  edit.made = std::make_shared<const std::vector<MeshWeights>>(out.weights);
  return out;
}

}  // namespace

void open_transferred(TransferWeights& edit, const Scene& scene, const std::string& option,
                      const ImportLimits& limits, std::vector<std::string>& notes) {
  const std::shared_ptr<const Model> from = open_for_weights(edit.file, limits);
  try {
    const WeightTransfer transfer = transferred(edit, scene, *from);
    notes.push_back(account_of(transfer, from->name));
    notes.insert(notes.end(), transfer.notes.begin(), transfer.notes.end());
  } catch (const std::runtime_error& e) {
    throw UsageError(option + ": " + e.what());
  }
}

int run_transfer(const TransferArgs& args) {
  refuse_to_replace(args.model, args.output);
  note_input(args.how.file, "the model of --from");
  refuse_to_replace_input("-o", args.output);
  if (const std::string problem = problem_of(args.how); !problem.empty()) throw UsageError(problem);
  Document document(open_scene(args.model, {}, args.import).scene);
  const std::shared_ptr<const Model> model = document.scene().model;
  const std::shared_ptr<const Model> from = open_for_weights(args.how.file, args.import);
  WeightTransfer transfer;
  std::string edit_words = transfer_text(args.how);
  std::string of_rig;
  try {
    if (needs_rig_of(*model, *from)) {
      of_rig = model->name + " has no bones of its own: it is written with the skeleton of " +
               from->name + ", in its space.";
      document = Document(make_scene(dressed(*model, *from)));
      edit_words.clear();  // no edit can do that
    }
  } catch (const std::runtime_error& e) {
    throw ImportError(e.what());
  }
  TransferWeights edit = args.how;
  try {
    transfer = transferred(edit, document.scene(), *from);
  } catch (const std::runtime_error& e) {
    throw ImportError(e.what());
  }
  // Of a workspace, where weights may be locked.
  if (const std::string note = lock_note(document.scene(), edit); !note.empty())
    transfer.notes.push_back(note);
  if (!of_rig.empty()) transfer.notes.insert(transfer.notes.begin(), of_rig);
  document.apply({edit});
  write_or_blame("-o", args.output, [&] {
    tell(export_rig(document.scene(), args.output, nullptr, GlbPacking::None,
                    plain_in_child(args.import)));
  });
  if (!args.json) tell(transfer.notes);
  print(args.json ? transfer_json(transfer, edit_words) : account_of(transfer, from->name) + "\n");
  return kGood;
}

}  // namespace bindpose::app
