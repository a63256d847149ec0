// One command on many files.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bindpose::app {

struct BatchFiles {
  std::vector<std::string> files;  // each once, in the order of the words, of a folder by name
  bool many =
      false;     // more than one, or found: output is told apart, one that is broken stops none
  int code = 0;  // of folders that could not be looked through, or hold nothing: it was told
  struct Unread {
    std::string path, why;  // why: a sentence, as it was told
  };
  std::vector<Unread> unread{};  // folders, for who prints JSON
};

// `words`: files as they are; of a folder all files below it that can be opened, links to folders
// not followed; "-": a path a line on standard input, folders as well. Of a folder that cannot be
// read to its end or holds nothing it is told on standard error, and the rest goes on, that below
// other folders beside it as well. Throws
// UsageError where nothing is left.
BatchFiles batch_files(const std::vector<std::string>& words);

// Calls run(file) for each and returns the largest of the exit codes, that of `batch` among them.
// Many run each in a process forked from this one, as many at once as there are cores: nobody may
// have started a thread or opened a display. What each prints comes out whole, in the order of the
// files; one that a signal ends is told on standard error and counts as unreadable. `take`: gets
// what each of many printed, in the order of the files, in place of standard output.
int run_batch(
    const BatchFiles& batch, const std::function<int(const std::string&)>& run,
    const std::function<void(const std::string& file, const std::string& printed)>& take = {});

// Where each file's output goes. "{}" in `output` stands for the file's name without ending, and
// where there is none "FOLDER/" is FOLDER/{} and `ending`: of many files, of a single one where
// `one_too`; else a single one's is `output`. Where two would be the same the files' endings stay
// in their names, then their folders' names come in front ("old-ogre", "new-ogre"), and what is the
// same even then is numbered. Makes the folders that they lie in. Throws UsageError
// where many would have one. #files.
std::vector<std::string> batch_outputs(const BatchFiles& batch, const std::string& output,
                                       const std::string& ending, bool one_too);

}  // namespace bindpose::app
