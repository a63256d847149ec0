# Rigs judged and weights taken out and in: check, weights, mend.
# check: 0 clean, 1 findings, 3 unreadable; a baseline, a profile, the formats, several files with one that is broken.
file(WRITE ${cli_inputs}/strict.json "{\"rules\": {\"JOINT_WITHOUT_WEIGHT\": \"error\"}}")
file(WRITE ${cli_inputs}/bad_profile.json "{\"influences\": 0}")
file(WRITE ${cli_inputs}/known.json "{\"bindpose_baseline\": 1, \"known\": [{\"file\": \"${ogre}\", \"code\": \"JOINT_WITHOUT_WEIGHT\", \"name\": \"root\", \"count\": 1}]}")
cli_case(check_clean "check;${capsule}" EXIT 0 OUT "capsule.glb: nothing found")
cli_case(check_notes "check;${ogre}" EXIT 0 OUT "ogre.glb: 1 note\n  note +JOINT_WITHOUT_WEIGHT\n +root: 1 joint")
cli_case(check_profile "check;${ogre};--profile;strict.json" EXIT 1 OUT "error +JOINT_WITHOUT_WEIGHT")
cli_case(check_baseline "check;${ogre};--profile;strict.json;--baseline;known.json" EXIT 0 OUT "known +JOINT_WITHOUT_WEIGHT")
cli_case(check_write_baseline "check;${ogre};--write-baseline;new.json" EXIT 0 WRITES new.json)
cli_case(check_fail_on "check;${CMAKE_SOURCE_DIR}/assets/arm.glb;--fail-on;error" EXIT 0 OUT "1 warning")
cli_case(check_warning "check;${CMAKE_SOURCE_DIR}/assets/arm.glb" EXIT 1 OUT "WEIGHTS_OVER_LIMIT.*in clip .curl.")
cli_case(check_json_lines "check;${ogre};nowhere.glb;${capsule};--json" EXIT 3
  OUT "^{[^\n]*ogre.glb[^\n]*\"findings\":[^\n]*}\n{\"path\":\"nowhere.glb\",\"error\":[^\n]*}\n{[^\n]*capsule.glb[^\n]*}\n$" ERR "nowhere.glb")
cli_case(check_json "check;${ogre};${capsule};--format;json" EXIT 0 OUT "\"profile\": \"rig\".*\"notes\": 1")
cli_case(check_sarif "check;${ogre};--format;sarif" EXIT 0 OUT "\"version\": \"2.1.0\".*\"ruleId\": \"JOINT_WITHOUT_WEIGHT\"")
cli_case(check_sarif_known "check;${ogre};--format;sarif;--baseline;known.json" EXIT 0 OUT "\"baselineState\": \"unchanged\"")
cli_case(check_junit "check;${ogre};broken.glb;--format;junit" EXIT 3 OUT "<testsuites.*<error message=.*broken.glb" ERR "broken.glb")
cli_case(check_many "check;${ogre};broken.glb;${capsule}" EXIT 3 OUT "ogre.glb: 1 note.*broken.glb: not read.*capsule.glb: nothing found.*3 files: 1 note. 1 not read")
# Of all models that come along one has an error: it is there to be found.
cli_case(check_folder "check;${CMAKE_SOURCE_DIR}/assets;--fail-on;error" EXIT 1
  OUT "not-inverted.glb: 1 error.*without-weights.glb: 1 error.*wrong-unit.glb: 1 error.*octopus.glb.*17 files: 3 errors,")
cli_case(check_folder_sound "check;${CMAKE_SOURCE_DIR}/assets/small;--fail-on;error" EXIT 0 OUT "elbow.glb.*2 files:")
cli_case(check_bad_profile "check;${ogre};--profile;bad_profile.json" EXIT 2 ERR "bad_profile.json.*1 to 64")
cli_case(check_no_profile "check;${ogre};--profile;unreal" EXIT 2 ERR "--profile unreal: it is rig, gltf, engine, vrm, or a file")
# Nothing is written over a file that a command has read, nor a baseline over what is none.
configure_file(${elbow} ${cli_inputs}/own.glb COPYONLY)
file(WRITE ${cli_inputs}/work.bindpose "{\"bindpose_workspace\": 1, \"model\": {\"path\": \"own.glb\"}}")
# A workspace is a model with its edits: what is locked there stays, what is edited there is taken.
file(WRITE ${cli_inputs}/locked.bindpose
  "{\"bindpose_workspace\": 1, \"model\": {\"path\": \"own.glb\"}, \"state\": [\"lock weights lower\"]}")
file(WRITE ${cli_inputs}/edited.bindpose
  "{\"bindpose_workspace\": 1, \"model\": {\"path\": \"own.glb\"}, \"weights\": [{\"mesh\": \"skin\", \"index\": 0, \"vertices\": 1250, \"joints\": [\"upper\"], \"vertex\": [0], \"count\": [1], \"joint\": [0], \"weight\": [1], \"sum\": [1]}]}")
cli_case(bind_workspace "bind;locked.bindpose;--method;heat;-o;bound.glb" EXIT 0
  ERR "keep what the joints with locked weights have" WRITES bound.glb HOLDS 676c5446)
cli_case(bind_over_model_of_workspace "bind;work.bindpose;--method;heat;-o;own.glb" EXIT 2
  ERR "-o own.glb is the model of the workspace and would be lost" WRITES own.glb HOLDS 676c5446)
cli_case(transfer_workspaces "transfer;locked.bindpose;--from;${elbow};-o;taken.glb" EXIT 0
  ERR "keep what the joints with locked weights have" WRITES taken.glb HOLDS 676c5446)
cli_case(transfer_from_workspace "transfer;${elbow};--from;edited.bindpose;-o;taken.glb" EXIT 0 WRITES taken.glb HOLDS 676c5446)
cli_case(transfer_as_edited "probe;../transfer_from_workspace/taken.glb;--vertex;0" EXIT 0 OUT "upper +1[.]000000")
set_tests_properties(cli.transfer_from_workspace PROPERTIES FIXTURES_SETUP taken_of_workspace)
set_tests_properties(cli.transfer_as_edited PROPERTIES FIXTURES_REQUIRED taken_of_workspace)
cli_case(check_baseline_over_model "check;own.glb;--write-baseline;own.glb" EXIT 2
  ERR "--write-baseline own.glb is a model that is checked" WRITES own.glb HOLDS 676c5446)
cli_case(check_baseline_over_models "check;${ogre};own.glb;--write-baseline;./own.glb" EXIT 2
  ERR "--write-baseline ./own.glb is a model that is checked" WRITES own.glb HOLDS 676c5446)
cli_case(check_baseline_over_other "check;own.glb;--write-baseline;notes.txt" EXIT 2
  ERR "--write-baseline notes.txt is there and is no baseline" WRITES notes.txt HOLDS 68656c6c6f)
cli_case(check_baseline_anew "check;${ogre};--write-baseline;known.json" EXIT 0 WRITES known.json)
cli_case(export_over_model_of_workspace "export;work.bindpose;--bind;-o;own.glb" EXIT 2
  ERR "-o own.glb is the model of the workspace and would be lost" WRITES own.glb HOLDS 676c5446)
cli_case(export_rig_over_model_of_workspace "export;work.bindpose;--rig;-o;./own.glb" EXIT 2
  ERR "-o ./own.glb is the model of the workspace and would be lost" WRITES own.glb HOLDS 676c5446)
cli_case(export_over_source_of_edit "export;${elbow};--rig;--edit;transfer weights from own.glb;-o;own.glb" EXIT 2
  ERR "-o own.glb is a file that is read here and would be lost" WRITES own.glb HOLDS 676c5446)
file(WRITE ${cli_inputs}/sheet.obj "mtllib sheet.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl skin\nf 1/1 2/1 3/1\n")
file(WRITE ${cli_inputs}/sheet.mtl "newmtl skin\nKd 1 1 1\nmap_Kd sheet.png\nmap_Ke lost.png\n")
file(WRITE ${cli_inputs}/sheet.png "no picture")
cli_case(render_over_texture "render;sheet.obj;-o;./sheet.png;--size;64x64" EXIT 2
  ERR "-o ./sheet.png is a file that the model is made of and would be lost" WRITES sheet.png HOLDS 6e6f20706963)
cli_case(export_beside_own_materials "export;sheet.obj;-o;./sheet.ply" EXIT 0 WRITES sheet.ply)
cli_case(weights_over_weights "weights;${ogre};--weights;tail.csv;-o;tail.csv" EXIT 2 ERR "-o tail.csv is the file of weights and would be lost")
cli_case(bind_over_itself "bind;own.glb;--method;heat;-o;./own.glb" EXIT 2 ERR "is the model itself")
cli_case(check_bad_baseline "check;${ogre};--baseline;strict.json" EXIT 2 ERR "strict.json.*bindpose_baseline.* is missing")
cli_case(check_bad_format "check;${ogre};--format;xml" EXIT 2 ERR "xml")
cli_case(check_no_file "check;nowhere.glb" EXIT 3 OUT "nowhere.glb: not read")

# weights: out and in again; a file that is none leaves them.
file(WRITE ${cli_inputs}/tail.csv "mesh,vertex,joint,weight\nogre_body,0,head,1\n")
file(WRITE ${cli_inputs}/tail_bad.csv "mesh,vertex,joint,weight\nogre_body,0,haed,1\n")
cli_case(weights_json "weights;${ogre};--out;w.json" EXIT 0 OUT "weights of [0-9,]+ vertices" WRITES w.json)
cli_case(weights_csv "weights;${ogre};--out;w.csv" EXIT 0 OUT "weights of" WRITES w.csv)
cli_case(weights_ending "weights;${ogre};--out;w.xml" EXIT 2 ERR "written as .json or .csv")
cli_case(weights_bad "export;${ogre};--weights;tail_bad.csv;-o;x.glb" EXIT 2 ERR "no joint .haed.; did you mean")
cli_case(weights_in "probe;${ogre};--vertex;0;--mesh;ogre_body;--weights;tail.csv;--json" EXIT 0 OUT "\"joint\": \"head\",[ \n]*\"weight\": 1")
cli_case(weights_none "matrices;${ogre};--weights;notes.txt" EXIT 2 ERR "notes.txt.*not valid JSON")

cli_case(diff_same "diff;${ogre};${ogre}" EXIT 0 OUT "They are the same")
cli_case(diff_other "diff;${ogre};${capsule}" EXIT 1 OUT "The first joint that differs is root, in joints: only in A.*They differ")
cli_case(diff_json "diff;${ogre};${ogre_fbx};--json;--ignore;clips,materials" EXIT 0 OUT "\"same\": true.*\"first\": null")
cli_case(diff_tolerance "diff;${ogre};${ogre_fbx};--ignore;clips;--tolerance;1" EXIT 1 OUT "axes +the same.*two-sided")
cli_case(diff_ignore "diff;${ogre};${ogre};--ignore;axis" EXIT 2 ERR "--ignore axis: it is one of joints, .*did you mean .axes")
cli_case(diff_missing "diff;${ogre};nothing.glb" EXIT 3 ERR "nothing.glb")
cli_case(render_apart_alone "render;nowhere.glb;-o;x.png;--show;apart" EXIT 2 ERR "name it with --diff")
cli_case(render_weights_apart_alone "render;nowhere.glb;-o;x.png;--show;weights-apart" EXIT 2 ERR "--show weights-apart is about another file: name it with --diff")
# A row by text is the whole row; `mend set` leaves the other joints their proportions.
set(arm ${CMAKE_SOURCE_DIR}/assets/arm.glb)
cli_case(weights_whole_row "probe;${arm};--vertex;300;--edit;weights 0 300 forearm 0.7" EXIT 0 OUT "1 influence, .*forearm +1[.]000000")
cli_case(weights_set_one "probe;${arm};--vertex;300;--edit;vertices of 0 300;--edit;mend set thumb2 0.5" EXIT 0 OUT "3 influences, .*thumb2 +0[.]500000.*thumb1 +0[.]4658.*hand +0[.]0341")
cli_case(render_weights_apart "render;${capsule};-o;w.png;--diff;${capsule};--show;weights-apart;--size;64x48" EXIT 0 ERR "a weight to the other file: All weights are the same" WRITES w.png HOLDS 89504e47)
cli_case(render_diff_four "render;nowhere.glb;-o;x.png;--diff;${ogre};--panes;4" EXIT 2 ERR "--panes is 1, 2 or split")
cli_case(render_diff_missing "render;${capsule};-o;x.png;--diff;nothing.glb" EXIT 3 ERR "nothing.glb")
cli_case(render_diff_lag "render;${ogre};--clip;wave;--diff;${capsule};-o;x.png;--size;64x48" EXIT 0 ERR "capsule.glb: No clip .wave.: its rest pose"
  WRITES x.png HOLDS 89504e47)
cli_case(retarget "retarget;${ogre};--from;${ogre_fbx};--clip;1;--write-map;map.json;-o;out.glb" EXIT 0
  OUT "hips  part, hips.*the same rig.*out.glb: clip 2. Opened again it differs by at most [0-9.e-]+ degrees" WRITES out.glb HOLDS 676c5446)
cli_case(retarget_json "retarget;${ogre};--from;${ogre_fbx};--feet;--json;-o;out.glb" EXIT 0 OUT "\"feet\": {.*\"round_trip\": {")
cli_case(retarget_no_clip "retarget;${ogre};--from;${ogre};--clip;7;-o;out.glb" EXIT 2 ERR "--from .*has no clip .7.; it has 2")
cli_case(retarget_nothing_common "retarget;${ogre};--from;${capsule};--write-map;map.json;-o;out.glb" EXIT 2
  ERR "No joint of capsule.glb stands for one of ogre.glb.*--map FILE.json" WRITES map.json)
cli_case(retarget_bad_map "retarget;${ogre};--from;${ogre};--map;bad_pose.json;-o;out.glb" EXIT 2 ERR "--map bad_pose.json: .*no joint map")
cli_case(retarget_map_over_source "retarget;${ogre};--from;bad_pose.json;--write-map;bad_pose.json;-o;out.glb" EXIT 2 ERR "--write-map bad_pose.json is the file of the clip")
cli_case(retarget_map_over_output "retarget;${ogre};--from;${ogre_fbx};--write-map;./out.glb;-o;out.glb" EXIT 2 ERR "--write-map ./out.glb is the output itself")
cli_case(retarget_itself "retarget;${ogre};--from;${ogre_fbx};-o;${ogre}" EXIT 2 ERR "is the model itself")
cli_case(retarget_ending "retarget;${ogre};--from;${ogre_fbx};-o;out.fbx" EXIT 2 ERR "must end in .glb")
cli_case(take_clip "matrices;${ogre};--edit;take clip ${ogre_fbx} 1" EXIT 0 OUT "\"base\": \"clip\"")
cli_case(take_clip_nowhere "matrices;${ogre};--edit;take clip nowhere.bvh" EXIT 3 ERR "nowhere.bvh. does not exist")
cli_case(export_bake "export;${ogre};--rig;--bake;--clip;0;--edit;joint head rotate 0 30 0;-o;out.glb" EXIT 0 WRITES out.glb HOLDS 676c5446)
cli_case(export_bake_no_clip "export;${ogre};--rig;--bake;-o;out.glb" EXIT 2 ERR "--bake: there is no clip")
cli_case(export_bake_no_rig "export;${ogre};--bake;--clip;0;-o;out.glb" EXIT 2 ERR "--bake writes a clip: it needs --rig")
# The edit that is told gives these weights: with the limit, or none is told where the edit knows none.
cli_case(bind_limit_edit "bind;${capsule};--method;heat;--limit;2;--json;-o;bound.glb" EXIT 0 OUT "\"edit\": \"bind heat limit 2\",\n" WRITES bound.glb)
cli_case(bind_segment_edit "bind;${capsule};--method;segment;--json;-o;bound.glb" EXIT 0 OUT "\"edit\": \"bind segments\",\n" WRITES bound.glb)
cli_case(bind_segment_limit_edit "bind;${capsule};--method;segment;--limit;1;--json;-o;bound.glb" EXIT 0
  OUT "\"method\": \"segment\",\n *\"vertices\"" WRITES bound.glb)
