# The real window under Xvfb, driven by xdotool.
find_package(X11 QUIET)
find_program(XVFB_RUN xvfb-run)
find_program(XDOTOOL xdotool)
find_program(PYTHON3 NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(X11_FOUND AND XVFB_RUN AND XDOTOOL AND PYTHON3)
  add_executable(drop_file ${CMAKE_SOURCE_DIR}/tests/window/drop_file.cpp)
  bindpose_compile_options(drop_file)
  target_include_directories(drop_file SYSTEM PRIVATE ${X11_INCLUDE_DIR})
  target_link_libraries(drop_file PRIVATE ${X11_X11_LIB})
  add_dependencies(tests_release drop_file)
  add_test(NAME window
    COMMAND ${XVFB_RUN} -a -n 321 -s "-screen 0 1920x1080x24" ${PYTHON3}
      ${CMAKE_SOURCE_DIR}/tests/window/window_test.py $<TARGET_FILE:bindpose> $<TARGET_FILE:drop_file>
      ${CMAKE_SOURCE_DIR}/assets)
  set_tests_properties(window PROPERTIES LABELS "window;release" TIMEOUT 240 RUN_SERIAL TRUE)
else()
  message(STATUS "Window tests left out: they need Xvfb, xdotool, libx11-dev and python3")
endif()
