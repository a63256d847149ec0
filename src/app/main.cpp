#include "app/cli/cli.h"
#include "app/large_pages.h"

int main(int argc, char** argv) {
  bindpose::app::use_large_pages();
  return bindpose::app::run(argc, argv);
}
