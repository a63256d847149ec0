#include "app/cli/cli.h"

int main(int argc, char** argv) {
  return bindpose::app::run(argc, argv);
}
