"""X servers of our own and what a hand does there: keys, buttons and moves by XTest, as a keyboard and a mouse
make them. Speaks to libX11 and libXtst through ctypes."""
import ctypes
import os
import subprocess
import time

BUTTONS = {'left': 1, 'middle': 2, 'right': 3, 'wheel up': 4, 'wheel down': 5}
# Names that `bindpose --list-commands` gives keys, where X has others.
KEYSYMS = {'=': 'equal', 'Ctrl': 'Control_L', 'Shift': 'Shift_L', 'Alt': 'Alt_L', 'Esc': 'Escape', 'Backspace': 'BackSpace', 'Enter': 'Return',
           'Page up': 'Prior', 'Page down': 'Next', ',': 'comma', '.': 'period', '/': 'slash', '-': 'minus', '[': 'bracketleft',
           ']': 'bracketright', 'Space': 'space'}


# A window that is not there yet, or not any more, is asked again: no error of X ends the run.
ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, event: 0)


class Server:
    """An Xvfb with a free number; `dpi` is what its resources say (96: a scale of 100 %)."""

    def __init__(self, dpi=96, size='1920x1400'):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ['Xvfb', '-displayfd', str(write), '-screen', '0', size + 'x24', '-nolisten', 'tcp', '-noreset'],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError('Xvfb did not start')
        self.name = ':' + number
        self.display = Display(self.name)
        self.display.set_dpi(dpi)

    def close(self):
        self.display.close()
        self.process.terminate()
        self.process.wait()


class ClientMessage(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int),
                ('display', ctypes.c_void_p), ('window', ctypes.c_ulong), ('message', ctypes.c_ulong),
                ('format', ctypes.c_int), ('data', ctypes.c_long * 5)]


class Display:
    def __init__(self, name):
        self.x = ctypes.CDLL('libX11.so.6')
        self.xtst = ctypes.CDLL('libXtst.so.6')
        self.x.XSetErrorHandler(ERROR_HANDLER)
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.x.XkbKeycodeToKeysym.restype = ctypes.c_ulong
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XInternAtom.restype = ctypes.c_ulong
        self.d = ctypes.c_void_p(self.x.XOpenDisplay(name.encode()))
        if not self.d:
            raise RuntimeError('no X server at ' + name)
        self.root = self.x.XDefaultRootWindow(self.d)
        self.codes = self.keycodes_of_letters()
        self.released = {}  # when, by keycode
        self.sent = 0  # keys and buttons up and down, turns of the wheel

    def keycodes_of_letters(self):
        """{keysym: (keycode, with Shift)}"""
        codes = {}
        for code in range(255, 7, -1):  # the usual place of a letter is its lowest
            for level in (1, 0):
                codes_of = self.x.XkbKeycodeToKeysym(self.d, ctypes.c_ubyte(code), 0, level)
                if codes_of:
                    codes[codes_of] = (code, level == 1)
        return codes

    def close(self):
        self.x.XCloseDisplay(self.d)

    def sync(self):
        self.x.XSync(self.d, 0)

    def set_dpi(self, dpi):
        text = b'Xft.dpi:\t%d\n' % dpi
        resource_manager, string = 23, 31  # XA_RESOURCE_MANAGER, XA_STRING
        self.x.XChangeProperty(self.d, ctypes.c_ulong(self.root), ctypes.c_ulong(resource_manager),
                               ctypes.c_ulong(string), 8, 0, text, len(text))
        self.sync()

    def windows(self):
        """Visible windows of the first level."""
        root, parent, children, n = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x.XQueryTree(self.d, ctypes.c_ulong(self.root), ctypes.byref(root), ctypes.byref(parent),
                          ctypes.byref(children), ctypes.byref(n))
        found = [children[i] for i in range(n.value)]
        if n.value:
            self.x.XFree(children)
        return [w for w in found if self.name_of(w)]

    def name_of(self, window):
        name = ctypes.c_char_p()
        self.x.XFetchName(self.d, ctypes.c_ulong(window), ctypes.byref(name))
        return (name.value or b'').decode(errors='replace')

    def color(self, window, x, y):
        """(red, green, blue) of what a window shows at a point."""
        self.x.XGetImage.restype = ctypes.c_void_p
        self.x.XGetPixel.restype = ctypes.c_ulong
        image = ctypes.c_void_p(self.x.XGetImage(self.d, ctypes.c_ulong(window), round(x), round(y), 1, 1,
                                                 ctypes.c_ulong(0xffffffff), 2))  # ZPixmap
        value = self.x.XGetPixel(image, 0, 0)
        self.x.XDestroyImage(image)
        return value >> 16 & 255, value >> 8 & 255, value & 255

    def pixels(self, window, width, height):
        """The first rows of what the window shows: four bytes a pixel."""
        self.x.XGetImage.restype = ctypes.c_void_p
        image = ctypes.c_void_p(self.x.XGetImage(self.d, ctypes.c_ulong(window), 0, 0, width, height,
                                                 ctypes.c_ulong(0xffffffff), 2))
        # XImage begins with five ints (width, height, xoffset, format) and the pointer to the data.
        data = ctypes.cast(image.value + 16, ctypes.POINTER(ctypes.c_void_p))[0]
        out = ctypes.string_at(data, 4 * width * height)
        self.x.XDestroyImage(image)
        return out

    def expose(self, window):
        """As if something that had covered it went away: the window has to be drawn again."""
        self.x.XClearArea(self.d, ctypes.c_ulong(window), 0, 0, 0, 0, 1)
        self.sync()

    def focus(self, window):
        """Moves the window to the corner and gives it the keyboard, as soon as it is shown."""
        self.place(window, 0, 0)
        for _ in range(200):
            self.x.XSetInputFocus(self.d, ctypes.c_ulong(window), 1, ctypes.c_ulong(0))
            self.sync()
            if self.focused() == window:
                return
            time.sleep(0.02)
        raise RuntimeError('the window takes no keyboard')

    def focused(self):
        """The window that has the keyboard."""
        window, revert = ctypes.c_ulong(), ctypes.c_int()
        self.x.XGetInputFocus(self.d, ctypes.byref(window), ctypes.byref(revert))
        return window.value

    def place(self, window, x, y):
        self.x.XMoveWindow(self.d, ctypes.c_ulong(window), x, y)
        self.sync()

    def focus_where_it_is(self, window):
        self.x.XSetInputFocus(self.d, ctypes.c_ulong(window), 1, ctypes.c_ulong(0))
        self.sync()

    def resize(self, window, width, height):
        self.x.XResizeWindow(self.d, ctypes.c_ulong(window), width, height)
        self.sync()

    def ask_to_close(self, window):
        """What a window manager sends for the cross in the title bar."""
        event = ClientMessage(33, 0, 0, self.d.value, window, self.x.XInternAtom(self.d, b'WM_PROTOCOLS', 0), 32)
        event.data[0] = self.x.XInternAtom(self.d, b'WM_DELETE_WINDOW', 0)
        room = ctypes.create_string_buffer(192)  # of an XEvent
        ctypes.memmove(room, ctypes.byref(event), ctypes.sizeof(event))
        self.x.XSendEvent(self.d, ctypes.c_ulong(window), 0, ctypes.c_long(0), room)
        self.sync()

    def move(self, x, y):
        self.xtst.XTestFakeMotionEvent(self.d, -1, round(x), round(y), ctypes.c_ulong(0))
        self.sync()

    def button(self, which, down):
        self.sent += 0 if which.startswith('wheel') and not down else 1
        self.xtst.XTestFakeButtonEvent(self.d, BUTTONS[which], int(down), ctypes.c_ulong(0))
        self.sync()

    def code(self, name):
        if name.startswith('Keypad '):
            name = 'KP_' + {'.': 'Decimal', '/': 'Divide'}.get(name[7:], name[7:])
        sym = self.x.XStringToKeysym(KEYSYMS.get(name, name.lower() if len(name) == 1 else name).encode())
        code = self.x.XKeysymToKeycode(self.d, ctypes.c_ulong(sym))
        if not sym or not code:
            raise KeyError('no key for ' + name)
        return code

    def key(self, name, down):
        self.key_code(self.code(name), down)

    def key_code(self, code, down):
        """A key that comes again within 20 ms would be taken for one that repeats by itself."""
        if down:
            time.sleep(max(0.0, self.released.get(code, 0.0) + 0.025 - time.time()))
        else:
            self.released[code] = time.time()
        self.sent += 1
        self.xtst.XTestFakeKeyEvent(self.d, code, int(down), ctypes.c_ulong(0))
        self.sync()

    def press(self, combination):
        """'Ctrl+Shift+Z'"""
        names = combination.split('+')
        for name in names:
            self.key(name, True)
        time.sleep(0.004)
        for name in reversed(names):
            self.key(name, False)

    def type(self, text):
        for letter in text:
            code, shifted = self.codes[ord(letter)]
            if shifted:
                self.key('Shift', True)
            self.key_code(code, True)
            self.key_code(code, False)
            if shifted:
                self.key('Shift', False)
        self.sync()
