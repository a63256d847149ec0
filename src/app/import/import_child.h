// The import process: `bindpose --import-worker ...` reads one file under limits and leaves the
// model in a shared memory file. Started by import_worker only; not for people, hence not in the
// help.
#pragma once

namespace bindpose::app {

// How the two processes speak.
//   Words:   --import-worker TEXTURES(0|1) IMAGE_SIDE MEMORY_BYTES SECONDS PARENT_PID PATH
//            [--plain] [--textures FOLDER]... [--texture NAME FILE]...: TexturePlaces
//   Result:  file descriptor 3: an encoded model (io/codec/model_codec.h), with --plain the bytes
//   of
//            plain_gltf() (io/gltf/compressed/plain.h), or the sentence of a refusal
//   News:    file descriptor 4, lines: "P PART PHASE" with PART in [0, 1], and "D" when the result
//   is
//            complete and nothing of the child is needed any more
//   Exit:    the codes below; anything else, or a signal, is a crash
// For tests BINDPOSE_IMPORT_TEST in the environment makes the child misbehave: "hang" (sleeps),
// "spin" (computes for ever), "crash" (SIGSEGV), "bomb" (takes memory until there is none),
// "garbage" (a model of random bytes), "liar" (a sound head, wrong counts), "sparse" (a sound head,
// and half a GiB claimed that was never written), "flood" (a result without end), "quiet" (ends
// without a result), "slow" or "slow 3" (waits for 10 s, or
// 3, then imports).
inline constexpr const char* kImportWorkerFlag = "--import-worker";
inline constexpr const char* kPlainFile = "--plain";
inline constexpr const char* kTextureFolder = "--textures";
inline constexpr const char* kTextureFile = "--texture";
inline constexpr int kResultFd = 3;
inline constexpr int kNewsFd = 4;
// Set in the child's environment: a program that is started as a worker but is none (a test's own
// executable, say) must not start workers in turn.
inline constexpr const char* kInsideWorker = "BINDPOSE_INSIDE_IMPORT_WORKER";

enum ImportExit { kImported = 0, kRefused = 20, kOutOfMemory = 21, kNoWorker = 22 };

// argv[1] is kImportWorkerFlag. Returns the exit code or leaves by _exit.
int run_import_child(int argc, char** argv);

}  // namespace bindpose::app
