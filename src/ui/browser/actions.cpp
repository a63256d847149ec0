#include <algorithm>
#include <chrono>
#include <cstdio>

#include "math/ascii.h"
#include "scene/names.h"
#include "ui/base/imgui_compat.h"
#include "ui/browser/file_browser.h"
#include "ui/browser/names.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

bool has_entry(const Frame& f, const std::string& entry) {
  return std::ranges::find(f.input.folder_entries, entry) != f.input.folder_entries.end();
}

// Only the stem is selected at first: "my.md" typed over it becomes "my.md.md", which nobody means.
std::string with_ending(const Frame& f, std::string name, const Purpose& p) {
  if (name.empty() || p.folder) return name;
  if (!has_ending(name, p.endings)) return name + "." + p.endings.front();
  // A name that is an ending alone (".png") is its own stem.
  while (stem(name) != name && has_ending(stem(name), p.endings) && !has_entry(f, name)) {
    name = stem(name);
  }
  return name;
}

// The name is settled and its folder is the one that is listed.
void save_here(Frame& f, const Purpose& p) {
  const std::string name = f.state.browser.name;
  if (name.empty()) return;
  if (has_entry(f, name + "/")) {
    browse_to(f, join_path(f.state.browser.folder, name));
    set_browser_name(f, "");
    f.state.browser.focus_name = true;
    return;
  }
  const std::string path = save_path(f, p);
  if (is_open_model(f, path)) {
    f.state.browser.focus_name = true;
  } else if (is_listed(f, path) && !p.appends) {
    f.state.browser.ask = path;
  } else {
    finish_browser(f, path);
  }
}

// Only the listing of its folder says what a typed path would replace.
void look_into(Frame& f, const TypedName& typed, const std::string& text) {
  const std::string from = f.state.browser.folder;
  browse_to(f, typed.folder);
  f.state.browser.typed = text;
  f.state.browser.came_from = from;
  f.state.browser.waits = true;
  f.state.message.text.clear();
  set_browser_name(f, typed.name);
}

// The folder of a file that is to be opened is listed. Names with a dot in front are never listed.
void open_here(Frame& f, const std::string& name) {
  BrowserState& s = f.state.browser;
  if (name.empty()) {
    s.focus_name = true;
  } else if (has_entry(f, name) || name.front() == '.') {
    finish_browser(f, join_path(s.folder, name));
  } else {
    const std::string folder = s.folder;
    if (!s.came_from.empty() && s.came_from != s.folder) browse_to(f, s.came_from);
    set_browser_name(f, s.typed);
    s.error = "There is no " + in_quotes(name) + " in " + folder + ".";
    s.focus_name = true;
  }
}

void accept_typed_file(Frame& f, const Purpose& p, const std::string& typed) {
  const TypedName t = resolve_typed(f.state.browser.folder, typed);
  const bool file = !t.name.empty() && has_ending(t.name, p.endings);
  look_into(f, file ? t : TypedName{join_path(t.folder, t.name), ""}, typed);
}

}  // namespace

void browse_to(Frame& f, const std::string& folder) {
  UiState& s = f.state;
  s.browser.folder = folder;
  s.browser.selected.clear();
  s.browser.ask.clear();
  s.browser.error.clear();
  s.browser.waits = false;
  std::snprintf(s.browser.path, sizeof s.browser.path, "%s", folder.c_str());
  f.out.requests.list_folder = folder;
}

void close_browser(Frame& f) {
  f.state.browser.open = false;
  ImGui::CloseCurrentPopup();
}

void set_browser_name(Frame& f, const std::string& name) {
  std::snprintf(f.state.browser.name, sizeof f.state.browser.name, "%s", name.c_str());
}

std::vector<const std::string*> shown_entries(const Frame& f, const Purpose& p) {
  const std::string typed = p.saves ? "" : in_lower_case(f.state.browser.name);
  const bool filters = typed.find('/') == std::string::npos;
  std::vector<const std::string*> shown;
  for (const std::string& entry : f.input.folder_entries) {
    const bool fits = is_folder_entry(entry) || has_ending(entry, p.endings);
    if (fits && (!filters || in_lower_case(entry).find(typed) != std::string::npos)) {
      shown.push_back(&entry);
    }
  }
  const BrowserState& s = f.state.browser;
  if (s.sort == BrowserSort::Name && !s.descending) return shown;  // as it comes
  std::ranges::stable_sort(shown, [&](const std::string* a, const std::string* b) {
    if (is_folder_entry(*a) != is_folder_entry(*b)) return is_folder_entry(*a);
    if (s.descending) std::swap(a, b);
    const FileFacts x = facts_of(f, a), y = facts_of(f, b);
    if (s.sort == BrowserSort::Size) return x.size < y.size;
    if (s.sort == BrowserSort::Changed) return x.modified < y.modified;
    return *a < *b;
  });
  return shown;
}

void sort_entries(Frame& f, BrowserSort by) {
  BrowserState& s = f.state.browser;
  s.descending = s.sort == by ? !s.descending : by != BrowserSort::Name;
  s.sort = by;
  s.scroll = true;
}

FileFacts facts_of(const Frame& f, const std::string* entry) {
  const auto at = static_cast<std::size_t>(entry - f.input.folder_entries.data());
  return at < f.input.folder_facts.size() ? f.input.folder_facts[at] : FileFacts{};
}

void walk_entries(Frame& f, const Purpose& p, int step) {
  const std::vector<const std::string*> shown = shown_entries(f, p);
  if (shown.empty()) return;
  const auto at = std::ranges::find_if(
      shown, [&f](const std::string* entry) { return *entry == f.state.browser.selected; });
  const int last = static_cast<int>(shown.size()) - 1;
  const int start = step > 0 ? 0 : last;
  const int next =
      at == shown.end() ? start : std::clamp(static_cast<int>(at - shown.begin()) + step, 0, last);
  const std::string& entry = *shown[static_cast<std::size_t>(next)];
  f.state.browser.selected = entry;
  f.state.browser.scroll = true;
}

bool jump_to_typed(Frame& f, const Purpose& p) {
  constexpr double kPause = 1.0;  // seconds
  BrowserState& s = f.state.browser;
  std::string typed;
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
    if (letter >= 0x20 && letter < 0x7f) typed += static_cast<char>(letter);
  }
  if (typed.empty()) return false;
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - s.letters_at).count() > kPause) s.letters.clear();
  s.letters += in_lower_case(typed);
  s.letters_at = now;
  for (const std::string* entry : shown_entries(f, p)) {
    if (!in_lower_case(*entry).starts_with(s.letters)) continue;
    s.selected = *entry;
    s.scroll = true;
    break;
  }
  return true;
}

void accept_entry(Frame& f, const Purpose& p, const std::string& entry) {
  if (is_folder_entry(entry)) {
    if (!p.saves) set_browser_name(f, "");
    browse_to(f, join_path(f.state.browser.folder, entry));
  } else if (!p.saves) {
    finish_browser(f, join_path(f.state.browser.folder, entry));
  } else {
    set_browser_name(f, entry);
    save_here(f, p);
  }
}

void accept_browser(Frame& f, const Purpose& p) {
  const std::string typed = f.state.browser.name, entry = f.state.browser.selected;
  if (p.takes_folder && typed.empty() && entry.empty()) {
    finish_browser(f, f.state.browser.folder);
  } else if (is_folder_entry(entry) || (!p.saves && !entry.empty())) {
    accept_entry(f, p, entry);
    f.state.browser.focus_name = true;
  } else if (p.saves) {
    const TypedName t = resolve_typed(f.state.browser.folder, typed);
    t.folder == f.state.browser.folder ? save_here(f, p) : look_into(f, t, typed);
  } else if (typed.find('/') != std::string::npos) {
    accept_typed_file(f, p, typed);
  } else if (const auto shown = shown_entries(f, p); !typed.empty() && !shown.empty()) {
    const bool exact = has_entry(f, typed);
    accept_entry(f, p, exact ? typed : *shown.front());
    f.state.browser.focus_name = true;
  } else if (!typed.empty()) {
    f.state.browser.error = "There is no " + in_quotes(typed) + " in this folder.";
    f.state.browser.focus_name = true;
  }
}

void accept_path(Frame& f, const Purpose& p, const std::string& path) {
  if (!p.saves) {
    accept_typed_file(f, p, path);
  } else if (!has_ending(path, p.endings)) {
    browse_to(f, path);
  } else {
    set_browser_name(f, path);
    f.state.browser.selected.clear();
    accept_browser(f, p);
  }
}

void replace_asked_file(Frame& f) {
  const std::string path = f.state.browser.ask;
  f.state.browser.ask.clear();
  finish_browser(f, path);
}

void continue_typed_path(Frame& f, const Purpose& p) {
  if (!f.state.browser.waits || f.out.requests.list_folder) return;
  f.state.browser.waits = false;
  if (f.state.message.is_error && !f.state.message.text.empty()) {
    const std::string why = std::exchange(f.state.message.text, {});
    browse_to(f, f.state.browser.came_from);
    set_browser_name(f, f.state.browser.typed);
    f.state.browser.error = why;
    f.state.browser.focus_name = true;
  } else if (p.saves) {
    save_here(f, p);
  } else {
    open_here(f, f.state.browser.name);
  }
}

std::string save_path(const Frame& f, const Purpose& p) {
  const TypedName t = resolve_typed(f.state.browser.folder, f.state.browser.name);
  return t.name.empty() ? "" : join_path(t.folder, with_ending(f, t.name, p));
}

bool is_open_model(const Frame& f, const std::string& path) {
  return f.model() && same_file(path, f.model()->path);
}

bool is_listed(const Frame& f, const std::string& path) {
  return parent_folder(path) == f.state.browser.folder && has_entry(f, last_name(path));
}

}  // namespace bindpose::ui
