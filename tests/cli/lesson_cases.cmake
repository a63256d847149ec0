# Lessons that ask, courses, and lessons that take any model.
set(asking "---\ntitle: x\nmodel: capsule.glb\n---\n## A\n```predict\nask How many joints?\nnumber joints = ")
file(WRITE ${cli_inputs}/asks.md "${asking}2 within 1\n```\nThere are {joints = 2}.\n")
file(WRITE ${cli_inputs}/asks_wrongly.md "${asking}3 within 1\n```\n")
file(WRITE ${cli_inputs}/asks_nothing.md "---\ntitle: x\nmodel: capsule.glb\n---\n## A\n```predict\nask How many?\n```\n")
cli_case(lesson_asks "lesson;asks.md;--check" EXIT 0 OUT "the answer joints is 2; = 2.*2 statements, 0 wrong")
cli_case(lesson_asks_text "lesson;asks.md;--text" EXIT 0 OUT "Question: How many joints.\n\nAnswer: 2\n\nThere are 2")
cli_case(lesson_asks_wrongly "lesson;asks_wrongly.md;--check" EXIT 1 ERR "line 8: the answer joints is 2; = 3")
cli_case(lesson_asks_nothing "lesson;asks_nothing.md;--check" EXIT 3 ERR "asks_nothing.md: Line 6: the question has no answer")
cli_case(lesson_asks_pictures "lesson;asks.md;--render-steps;asked;--size;320x240" EXIT 0
  OUT "asked/01.png\nasked/01-answer.png" WRITES asked/01-answer.png HOLDS 89504e47)
file(WRITE ${cli_inputs}/any.md "---\ntitle: x\nmodel: any\n---\n## A\n{joints > 1} joints.\n")
file(WRITE ${cli_inputs}/course.md "---\ncourse: Both\n---\n\n1. asks.md\n2. any.md\n")
file(WRITE ${cli_inputs}/course_outside.md "---\ncourse: Both\n---\n- ../asks.md\n")
cli_case(lesson_of_any "lesson;any.md;--check" EXIT 0 OUT "x \\(arm.glb\\).*0 wrong")
cli_case(lesson_of_one "lesson;any.md;--check;--model;${capsule}" EXIT 0 OUT "x \\(capsule.glb\\).*0 wrong")
cli_case(lesson_of_any_shipped "lesson;a-model-of-your-own;--check;--model;${capsule}" EXIT 0
  OUT "vertices is [0-9]+; the lesson was written with another model.*0 wrong")
cli_case(lesson_of_its_own "lesson;asks.md;--check;--model;${capsule}" EXIT 2 ERR "--model: the lesson has its own model")
cli_case(course_check "lesson;course.md;--check" EXIT 0 OUT "Both, 1 of 2: asks.*Both, 2 of 2: any.*0 wrong")
cli_case(course_text "lesson;course.md;--text" EXIT 0 OUT "Both, 1 of 2.*Question.*Both, 2 of 2")
cli_case(course_outside "lesson;course_outside.md;--check" EXIT 3 ERR "course_outside.md: Line 4: .* is no lesson of a course")
cli_case(course_handout "lesson;course.md;--handout;out.html" EXIT 0 OUT "out.html" ERR "^$" WRITES out.html HOLDS 3c21444f4354595045)
cli_case(course_handout_outside "lesson;course_outside.md;--handout;out.html" EXIT 3 ERR "course_outside.md: Line 4: .* is no lesson of a course")

# A lesson as a film; what it shows: films.py.
cli_case(lesson_film_gif "lesson;4;--film;out.gif" EXIT 2 ERR "--film out.gif: a lesson's film ends in .mp4 or .webm")
cli_case(lesson_film_of_course "lesson;course.md;--film;out/" EXIT 2 ERR "--film takes one lesson; a course has several")
cli_case(lesson_film_too_long "lesson;4;--film;out/;--fps;240" EXIT 2 ERR "a film has at most 9999: choose a lower --fps")
cli_case(lesson_fps_alone "lesson;4;--check;--fps;20" EXIT 2 ERR "--fps is of a film")

# Pictures carry the command that draws them again.
if(PYTHON3)
  add_test(NAME cli.picture_recipe COMMAND ${PYTHON3} ${CMAKE_SOURCE_DIR}/tests/cli/recipe.py
    $<TARGET_FILE:bindpose> ${CMAKE_SOURCE_DIR}/assets)
  set_tests_properties(cli.picture_recipe PROPERTIES LABELS "cli;release" TIMEOUT 120)
endif()
# Nothing is said of their size: they are below 3 MB. (handout.py has others; these are the largest that it has not.)
foreach(lesson 17 19)
  cli_case(handout_size_${lesson} "lesson;${lesson};--handout;page.html" EXIT 0 OUT "page.html" ERR "^$" WRITES page.html)
endforeach()
