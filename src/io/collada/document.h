// A Collada file as a tree of elements, its ids, and the numbers in its sources.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/model_file.h"

namespace bindpose {

struct ColladaDocument {
  pugi::xml_document xml;
  std::unordered_map<std::string_view, pugi::xml_node> by_id;  // the first of an id
  int depth = 0;                                               // of the element nested deepest
  std::size_t budget = std::size_t{1} << 27;                   // numbers that may still be read
};

// Collada in UTF-16 or UTF-32 becomes UTF-8 in file.bytes: Assimp and what looks into the text know
// no other. Nothing for a file that is none of them, or no XML. Needs the file whole.
void make_utf8(ModelFile& file);

// Where and how the text is no XML, as a sentence; "" where it is.
std::string why_no_xml(const ModelFile& file);

// Blanks between a tag and the first of its numbers go behind the last one: Assimp takes them for
// no number. Long lists, where it knows them, stay as they are.
void tighten_numbers(ModelFile& file);

// Nothing where the text is not well-formed.
std::unique_ptr<ColladaDocument> parse_collada(std::string_view text);

// The document as text again.
std::vector<std::uint8_t> collada_bytes(const ColladaDocument& document);

// The element with this id, "#id" or "id"; an empty node where there is none.
pugi::xml_node collada_find(const ColladaDocument& document, std::string_view url);

// The first element below `at`, breadth first, with this sid.
pugi::xml_node collada_find_sid(pugi::xml_node at, std::string_view sid);

inline bool is_element(pugi::xml_node node, std::string_view name) {
  return node.name() == name;
}

// Calls visit(word) for each word between blanks. By hand: files are lists of millions of them.
template <typename Visit>
void each_word_between_blanks(std::string_view text, Visit visit) {
  const char *at = text.data(), *const end = at + text.size();
  for (;;) {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
    if (at == end) return;
    const char* const from = at;
    while (at != end && *at != ' ' && *at != '\n' && *at != '\t' && *at != '\r') ++at;
    visit(std::string_view(from, static_cast<std::size_t>(at - from)));
  }
}
// Likewise of an element's own text.
template <typename Visit>
void each_list_word(pugi::xml_node element, Visit visit) {
  each_word_between_blanks(element.child_value(), visit);
}

// The numbers of an element's own text; what is no number ends them.
std::vector<double> collada_numbers(ColladaDocument& document, pugi::xml_node element);

// What the accessor of a <source> gives: `count` times `stride` numbers, all finite. Nothing where
// the source is damaged or another kind.
struct ColladaSource {
  std::size_t stride = 1;
  std::size_t count = 0;
  std::vector<double> value;

  double at(std::size_t i, std::size_t k) const { return value[i * stride + k]; }
};
std::optional<ColladaSource> collada_source(ColladaDocument& document, pugi::xml_node source);

// The words of a <source> with names or ids.
std::vector<std::string> collada_words(ColladaDocument& document, pugi::xml_node source);

// The source of an <input> of this semantic below `at`; an empty node where there is none.
pugi::xml_node collada_input(const ColladaDocument& document, pugi::xml_node at,
                             std::string_view semantic);

// What Assimp calls a <node>.
std::string collada_node_name(pugi::xml_node node);

}  // namespace bindpose
