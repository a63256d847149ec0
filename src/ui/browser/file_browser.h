// The file browser: its state, and what its widgets do. Drawing is in file_browser.cpp and
// footer.cpp.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace bindpose::ui {

struct Frame;
struct FileFacts;

// What the browser is open for.
enum class BrowserPurpose {
  Open,
  SavePicture,
  ExportMesh,
  ExportRig,
  SavePose,
  LoadPose,
  OpenLesson,
  RecordStep,
  SaveWorkspace,
  TakeClip,
  SaveMap,
  LoadMap,
  SaveFilm,
  FindTextures,
  Compare,
  TakeWeights,
  SaveWeights,
  LoadWeights,
  ExportTables,
  CheckNumbers
};

enum class BrowserSort { Name, Size, Changed };

// How small an exported GLB is made: as it is, compressed, or with rounded numbers as well.
enum class ExportSize { Plain, Lossless, Small };

struct BrowserState {
  std::optional<BrowserPurpose> wanted;  // by who has no frame: opened in the next one
  bool open = false;
  BrowserPurpose purpose = BrowserPurpose::Open;
  std::string folder;            // that UiInput::folder_entries lists; empty: not asked yet
  char path[1024] = {};          // the path field: a folder, or a folder and a file name
  char name[256] = {};           // file name to save as
  std::string selected;          // entry
  std::string chosen;            // entry whose name goes into the name field when the frame ends
  std::string ask;               // the file that the dialog asks about: replace it?
  std::string error;             // why the typed path cannot be used, under the name
  std::string typed, came_from;  // restored where the typed folder is not there
  std::string model;             // the one that was open when the dialog last was, for saving
  std::string texture;           // to be found: as the file calls it; empty: any that is missing
  std::string letters;           // typed over the list, to jump to an entry
  std::chrono::steady_clock::time_point letters_at{};  // when the last one was
  bool waits = false;       // for the listing of a typed folder, to go on with the name
  bool focus_name = false;  // the name field takes the keyboard
  bool select_stem = false;
  ExportSize export_size = ExportSize::Plain;  // chosen in the export dialogs
  BrowserSort sort = BrowserSort::Name;
  bool descending = false;
  bool scroll = false;  // the list scrolls to the selected entry
};

// Where "Record this view as a step" goes on: the lesson that got the last step, and its model.
struct RecordedLesson {
  std::string path, model;
};

void open_browser(Frame& f, BrowserPurpose purpose);
void draw_file_browser(Frame& f);

struct Purpose {
  std::string title;
  const char* button;
  std::vector<std::string> endings;
  bool saves;
  bool appends = false;               // to a file that is there: nothing is replaced
  bool folder = false;                // a folder that is made: its name gets no ending
  bool exports = false;               // a model: of a GLB it is chosen how small
  bool takes_folder = false;          // the listed one, where no file is chosen
  const char* file_button = nullptr;  // of takes_folder: what it is called where a file is chosen
};

Purpose purpose_of(const Frame& f);
// Asks the application for what the browser is open for, with that file, and closes it.
void finish_browser(Frame& f, const std::string& path);
void browse_to(Frame& f, const std::string& folder);
void close_browser(Frame& f);
void set_browser_name(Frame& f, const std::string& name);

// Entries that fit the purpose and, when opening, what is typed; folders first, then as the heads
// say.
std::vector<const std::string*> shown_entries(const Frame& f, const Purpose& p);
// By name, or the largest or newest first; the other way round where it is sorted so already.
void sort_entries(Frame& f, BrowserSort by);
// What UiInput knows of an entry of its list.
FileFacts facts_of(const Frame& f, const std::string* entry);
// Selects the entry above (-1) or below (1).
void walk_entries(Frame& f, const Purpose& p, int step);
// Selects the first entry that begins with what is typed over the list; a pause begins anew. False:
// nothing was typed.
bool jump_to_typed(Frame& f, const Purpose& p);
// A double click, or Enter on the entry.
void accept_entry(Frame& f, const Purpose& p, const std::string& entry);
// Enter, or the button: opens what is selected or typed, saves under the typed name. Asks before a
// file is replaced, and looks into another folder first where a path was typed.
void accept_browser(Frame& f, const Purpose& p);
void accept_path(Frame& f, const Purpose& p, const std::string& path);
void replace_asked_file(Frame& f);
// Goes on with a typed path when its folder was listed.
void continue_typed_path(Frame& f, const Purpose& p);

// The full path that the typed name stands for, with an ending; empty where nothing is typed.
std::string save_path(const Frame& f, const Purpose& p);
bool is_open_model(const Frame& f, const std::string& path);
bool is_listed(const Frame& f, const std::string& path);

float footer_height(const Frame& f, const Purpose& p);
void draw_browser_footer(Frame& f, const Purpose& p);

}  // namespace bindpose::ui
