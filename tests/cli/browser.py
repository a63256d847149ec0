"""Chromium without a window, asked over a pipe by its own protocol; needs nothing but Python."""
import json
import os
import shutil
import subprocess
import tempfile

FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
         '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-angle=swiftshader',
         '--enable-unsafe-swiftshader', '--remote-debugging-pipe']


def find_browser():
    for name in ('chromium', 'chromium-browser', 'google-chrome'):
        if shutil.which(name):
            return name
    return None

# What is asked of a page needs neither smooth edges nor pictures that it draws by itself: a test tells it to draw, and each change
# would draw the same once more at the next frame. By software both are most of what a page takes.
TOLD = '''window.requestAnimationFrame = () => 1;
const whole = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) { return whole.call(this, kind, kind === "webgl2" ? {...options, antialias: false} : options); };'''


class Browser:
    """One page. `problems`: what its console complained of; `requests`: what it asked the network for."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.out = os.pipe()
        self.back, from_child = os.pipe()

        def place():  # where the browser looks for them
            one, other = os.dup(to_child), os.dup(from_child)
            os.dup2(one, 3)
            os.dup2(other, 4)
        self.process = subprocess.Popen([program, *FLAGS, f'--user-data-dir={self.profile.name}', 'about:blank'],
                                        preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.number, self.rest, self.session = 0, b'', None
        self.problems, self.requests, self.loaded = [], [], False
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(domain + '.enable')
        self.told = None
        self.as_wide()

    def as_wide(self, width=0, height=0, ratio=0.25, mobile=False):
        """The window's size (0: its own), and how many pixels there are for one of the page's."""
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=ratio, mobile=mobile)

    def close(self):
        try:
            self.session = None
            self.call('Browser.close')
            self.process.wait(timeout=10)
        except Exception:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.back)
        self.profile.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _message(self):
        while b'\0' not in self.rest:
            more = os.read(self.back, 1 << 20)
            assert more, 'the browser has gone'
            self.rest += more
        raw, self.rest = self.rest.split(b'\0', 1)
        return json.loads(raw)

    def _event(self, message):
        kind, what = message.get('method'), message.get('params', {})
        if kind == 'Runtime.consoleAPICalled' and what['type'] in ('error', 'warning', 'assert'):
            self.problems.append(' '.join(str(a.get('value', a.get('description'))) for a in what['args']))
        elif kind == 'Runtime.exceptionThrown':
            details = what['exceptionDetails']
            self.problems.append(details.get('exception', {}).get('description', details['text']))
        elif kind == 'Log.entryAdded' and what['entry']['level'] in ('error', 'warning'):
            # SwiftShader's drivers tell of reads of what was just drawn: that is no fault.
            if 'GPU stall due to ReadPixels' not in what['entry']['text']:
                self.problems.append(what['entry']['text'])
        elif kind == 'Network.requestWillBeSent' and not what['request']['url'].startswith(('data:', 'file:')):
            self.requests.append(what['request']['url'])
        elif kind == 'Page.loadEventFired':
            self.loaded = True

    def call(self, method, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.out, json.dumps(message).encode() + b'\0')
        while True:
            answer = self._message()
            if answer.get('id') == self.number:
                assert 'error' not in answer, f'{method}: {answer["error"]}'
                return answer['result']
            self._event(answer)

    def open(self, path, frames=False):
        """`frames`: as it is, drawing by itself."""
        if frames and self.told:
            self.call('Page.removeScriptToEvaluateOnNewDocument', identifier=self.told)
            self.told = None
        elif not frames and not self.told:
            self.told = self.call('Page.addScriptToEvaluateOnNewDocument', source=TOLD)['identifier']
        self.loaded = False
        self.call('Page.navigate', url='file://' + os.path.abspath(path))
        while not self.loaded:
            self._event(self._message())

    def ask(self, expression):
        """What a JavaScript expression is, or what its promise becomes."""
        answer = self.call('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        assert 'exceptionDetails' not in answer, answer['exceptionDetails']
        return answer['result'].get('value')
