# The real window under Xvfb, driven by X events. A group has X servers of its own: several run at once.
find_package(X11 QUIET)
find_program(XVFB Xvfb)
find_program(PYTHON3 NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(PYTHON3)
  execute_process(COMMAND ${PYTHON3} -c "import ctypes, json; ctypes.CDLL('libXtst.so.6'); ctypes.CDLL('libX11.so.6')"
    RESULT_VARIABLE no_xtest ERROR_QUIET)
endif()
if(X11_FOUND AND XVFB AND PYTHON3 AND no_xtest EQUAL 0)
  add_executable(drop_file ${CMAKE_SOURCE_DIR}/tests/window/drop_file.cpp)
  bindpose_compile_options(drop_file)
  target_include_directories(drop_file SYSTEM PRIVATE ${X11_INCLUDE_DIR})
  target_link_libraries(drop_file PRIVATE ${X11_X11_LIB})
  add_dependencies(tests_release drop_file)
  # About how many seconds each takes beside others: the longest begin first.
  set(cost_gestures 75)
  set(cost_menus 70)
  set(cost_keys 45)
  set(cost_work 40)
  foreach(group keys menus gestures keyboard lectures scales exports rest work settings weights)
    if(NOT cost_${group})
      set(cost_${group} 25)
    endif()
    add_test(NAME window_${group}
      COMMAND ${PYTHON3} ${CMAKE_SOURCE_DIR}/tests/window/suite.py ${group} $<TARGET_FILE:bindpose>
        $<TARGET_FILE:drop_file> ${CMAKE_SOURCE_DIR}/assets ${CMAKE_SOURCE_DIR}/README.md)
    set_tests_properties(window_${group} PROPERTIES LABELS "window;release" TIMEOUT 240 COST ${cost_${group}}
      ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1;LP_NUM_THREADS=1")
  endforeach()
else()
  message(STATUS "Window tests left out: they need Xvfb, libXtst, libx11-dev and python3")
endif()
