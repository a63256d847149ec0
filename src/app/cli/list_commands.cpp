#include "app/cli/list_commands.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ui/commands/commands.h"

namespace bindpose::app {

namespace {

using ui::Binding;
using ui::CommandInfo;
using ui::Key;
using ui::KeyContext;

// The context is told apart.
std::string key_text(const Binding& b) {
  return ui::binding_text({b.key, b.modifiers});
}

std::string menu_path(const CommandInfo& c) {
  return *c.menu == '\0' ? std::string() : std::string(c.menu) + " > " + c.label;
}

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string keys_json(const ui::Bindings& keys) {
  std::string out;
  for (const Binding& b : keys) {
    if (b.key == Key::None) continue;
    out += (out.empty() ? "" : ", ") + ("{\"key\": " + json_string(key_text(b))) +
           ", \"where\": " + json_string(ui::context_word(b.context)) + "}";
  }
  return "[" + out + "]";
}

std::string as_json(const ui::KeyMap& keys) {
  std::string out;
  for (const CommandInfo& c : ui::command_table()) {
    out += (out.empty() ? "[\n" : ",\n") + ("  {\"name\": " + json_string(c.name)) +
           ", \"group\": " + json_string(c.group) + ", \"label\": " + json_string(c.label) +
           ", \"keys\": " + keys_json(ui::keys_of(keys, c)) +
           ", \"menu\": " + json_string(menu_path(c)) + ", \"text\": " + json_string(c.text) + "}";
  }
  return out + "\n]\n";
}

std::string keys_text(const ui::Bindings& keys) {
  std::string out;
  for (const Binding& b : keys) {
    if (b.key == Key::None) continue;
    out += (out.empty() ? "" : ", ") + key_text(b);
    if (b.context != KeyContext::Anywhere)
      out += std::string(" (") + ui::context_word(b.context) + ")";
  }
  return out;
}

std::string as_columns(const ui::KeyMap& keys) {
  using Row = std::array<std::string, 4>;
  std::vector<Row> rows;
  for (const CommandInfo& c : ui::command_table()) {
    rows.push_back({c.name, keys_text(ui::keys_of(keys, c)), menu_path(c), c.text});
  }
  std::array<std::size_t, 4> width{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(width[i] - row[i].size() + 2, ' ');
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace

std::string command_list(bool json, const ui::KeyMap& keys) {
  return json ? as_json(keys) : as_columns(keys);
}

}  // namespace bindpose::app
