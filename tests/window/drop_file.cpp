// Drops a file on a window as a file manager does: drop_file WINDOW_ID X Y /path. Speaks the XDND
// protocol (version 5, freedesktop.org) from a window of its own. For the window tests.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace {

struct Drop {
  Display* display;
  Window source, target;
  Atom atom(const char* name) const { return XInternAtom(display, name, False); }

  void send(const char* type, long a, long b, long c, long d) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.display = display;
    event.xclient.window = target;
    event.xclient.message_type = atom(type);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source);
    event.xclient.data.l[1] = a;
    event.xclient.data.l[2] = b;
    event.xclient.data.l[3] = c;
    event.xclient.data.l[4] = d;
    XSendEvent(display, target, False, NoEventMask, &event);
    XFlush(display);
  }

  // The target asks for the file's address: it becomes a property of the target's window.
  void answer(const XSelectionRequestEvent& request, const std::string& uri) const {
    XChangeProperty(display, request.requestor, request.property, request.target, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(uri.data()),
                    static_cast<int>(uri.size()));
    XEvent reply{};
    reply.xselection.type = SelectionNotify;
    reply.xselection.display = display;
    reply.xselection.requestor = request.requestor;
    reply.xselection.selection = request.selection;
    reply.xselection.target = request.target;
    reply.xselection.property = request.property;
    reply.xselection.time = request.time;
    XSendEvent(display, request.requestor, False, NoEventMask, &reply);
    XFlush(display);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: drop_file WINDOW_ID X Y /path/of/file\n");
    return 2;
  }
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr) return 1;
  Drop drop{display, 0, static_cast<Window>(std::strtoul(argv[1], nullptr, 0))};
  drop.source = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  const std::string uri = "file://" + std::string(argv[4]) + "\r\n";
  const long place = (std::atol(argv[2]) << 16) | std::atol(argv[3]);
  XSetSelectionOwner(display, drop.atom("XdndSelection"), drop.source, CurrentTime);
  constexpr long kVersion = 5L << 24;
  drop.send("XdndEnter", kVersion, static_cast<long>(drop.atom("text/uri-list")), 0, 0);
  drop.send("XdndPosition", 0, place, CurrentTime, static_cast<long>(drop.atom("XdndActionCopy")));
  bool dropped = false;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < deadline) {
    if (XPending(display) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    XEvent event;
    XNextEvent(display, &event);
    if (event.type == SelectionRequest) {
      drop.answer(event.xselectionrequest, uri);
    } else if (event.type == ClientMessage) {
      if (event.xclient.message_type == drop.atom("XdndStatus") && !dropped) {
        dropped = true;
        drop.send("XdndDrop", 0, CurrentTime, 0, 0);
      } else if (event.xclient.message_type == drop.atom("XdndFinished")) {
        return 0;
      }
    }
  }
  std::fprintf(stderr, "drop_file: the window did not take the file\n");
  return 1;
}
