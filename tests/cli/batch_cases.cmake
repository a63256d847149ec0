# Many files at once: folders, lists on standard input, a line of JSON each, outputs by their names.
file(WRITE ${cli_inputs}/list.txt "${capsule}\r\n\nbroken.glb\n${ogre}\n${capsule}\n")
file(WRITE ${cli_inputs}/below/notes.txt "nothing to open")
execute_process(COMMAND printf "%s\\0" ${capsule} broken.glb ${ogre} OUTPUT_FILE ${cli_inputs}/list0.txt)
cli_case(batch_info_nul "info;--json;-" INPUT list0.txt EXIT 3 OUT "capsule.glb.*error.*ogre.glb" ERR "broken.glb.*no ")
if(EXISTS /dev/full)
  cli_case(disk_full "info;${capsule}" EXIT 1 OUTPUT /dev/full ERR "Not all could be printed to standard output: No space left")
  cli_case(disk_full_many "info;--json;${capsule};${ogre}" EXIT 1 OUTPUT /dev/full ERR "Not all could be printed to standard output")
endif()
cli_case(batch_info "info;--json;-" INPUT list.txt EXIT 3 ERR "broken.glb.*no "
  OUT "^{\"path\":\"[^\"]*capsule.glb\",\"model\"[^\n]*\n{\"path\":\"broken.glb\",\"error\":\"[^\n]*\n{\"path\":\"[^\"]*ogre.glb\"[^\n]*\n$")
# The demo models that no case verifies by itself (verify_rest_NAME), and what is no model.
foreach(model automaton capsule dragonling octopus)
  file(COPY ${CMAKE_SOURCE_DIR}/assets/${model}.glb DESTINATION ${cli_inputs}/several)
endforeach()
file(WRITE ${cli_inputs}/several/notes.txt "nothing to open")
cli_case(batch_folder "verify;--cpu-only;several/" EXIT 0
  OUT "^several/automaton.glb\nok .*several/capsule.glb\nok .*several/dragonling.glb\nok .*several/octopus.glb\nok ")
cli_case(batch_no_models "info;below" EXIT 2 ERR "\"below\" has no file that can be opened; name a folder with models in it")
cli_case(batch_no_models_beside "info;--json;${ogre};below;${capsule}" EXIT 3 ERR "\"below\" has no file that can be opened"
  OUT "^{\"path\":\"[^\"]*ogre.glb\"[^\n]*\n{\"path\":\"[^\"]*capsule.glb\"[^\n]*\n$")
file(WRITE ${cli_inputs}/folders.txt "old\nbelow\n")
cli_case(batch_listed_folder "info;--json;-" INPUT folders.txt EXIT 3 OUT "^{\"path\":\"old/capsule.glb\"[^\n]*\n$" ERR "\"below\" has no file")
cli_case(batch_verify_json "verify;--cpu-only;--json;${capsule};broken.glb" EXIT 3
  OUT "^{\"path\":\"[^\"]*capsule.glb\",\"good\":true,\"checks\":.{\"name\":[^\n]*\"compared\":[1-9][^\n]*\n{\"path\":\"broken.glb\",\"error\":[^\n]*\n$")
cli_case(batch_render_json "render;${capsule};broken.glb;-o;told/;--json;--size;64x48" EXIT 3 WRITES told/capsule.png HOLDS 89504e47
  OUT "^{\"path\":\"[^\"]*capsule.glb\",\"output\":\"told/capsule.png\"}\n{\"path\":\"broken.glb\",\"error\":[^\n]*\n$")
cli_case(batch_render "render;broken.glb;${ogre};${ogre_fbx};-o;out/;--size;64x48" EXIT 3 WRITES out/ogre.fbx.png HOLDS 89504e47)
cli_case(batch_render_names "render;${ogre};${capsule};-o;new/pic_{}.png;--size;64x48" EXIT 0 WRITES new/pic_capsule.png HOLDS 89504e47)
file(COPY ${capsule} DESTINATION ${cli_inputs}/old)
file(COPY ${capsule} DESTINATION ${cli_inputs}/new)
cli_case(batch_render_same_name "render;old/capsule.glb;new/capsule.glb;new/../old/capsule.glb;-o;same/{}.png;--size;64x48" EXIT 0 WRITES same/new-capsule.png HOLDS 89504e47)
cli_case(batch_render_folders "render;${ogre};${capsule};-o;each/{}/;--turntable;0.1;--size;64x48" EXIT 0 WRITES each/capsule/0001.png HOLDS 89504e47)
cli_case(batch_render_one "render;${capsule};-o;one/;--size;64x48" EXIT 0 WRITES one/capsule.png HOLDS 89504e47)
cli_case(batch_one_output "render;${ogre};${capsule};-o;x.png" EXIT 2 ERR "-o x.png: of many files each needs an output of its own")
