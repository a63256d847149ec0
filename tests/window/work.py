"""Work is never lost: saved, asked about, kept aside, recovered."""
import glob
import json
import math
import os
import signal
import time

import compare
from checks import need
import painting
from keyboard import focused, step


def edit(p, degrees='30', joint='chest'):
    p.select(joint)
    p.rotate_by_field(degrees)
    return p.wait(lambda s: s['unsaved'] == '1', 'an edit is not saved')


def asked(p):
    p.wait(lambda s: s.get('ask') == 'unsaved' and s['rest'] == '1', 'the question comes')


def save_as(p, name):
    path = os.path.join(p.folder.name, name)
    p.wait(lambda s: s.get('dialog') == 'save-workspace' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    return path


def joints(path):
    with open(path, encoding='utf-8') as f:
        return json.load(f)['pose']['joints']


def kept(p):
    """What is kept aside by now."""
    return glob.glob(os.path.join(p.folder.name, 'bindpose', 'autosave', '*.bindpose'))


def wait_for_kept(p, n, what, seconds=2.0):
    end = time.time() + seconds
    while len(kept(p)) != n:
        if time.time() > end:
            need(False, '%s: %d files are kept aside after %.1f s' % (what, len(kept(p)), seconds))
        time.sleep(0.02)


def ended(p, what):
    try:
        code = p.process.wait(10)
    except Exception:
        need(False, what + ': the window closes')
    need(code == 0, '%s: the exit code is %s' % (what, code))


def day(suite):
    """Open, pose, save, close, come back."""
    p = suite.program(suite.tools.model())
    try:
        edit(p)
        p.picture('work-edited')
        p.press('Ctrl+S')
        path = save_as(p, 'day.bindpose')
        p.wait(lambda s: s.get('workspace') == path and s['unsaved'] == '0', 'it is saved')
        p.rotate_by_field('45')
        p.wait(lambda s: s['unsaved'] == '1', 'another edit')
        p.press('Ctrl+S')
        p.wait(lambda s: s['unsaved'] == '0', 'Ctrl+S saves where it was saved before')
        for locked in '1', '0':
            p.press('Ctrl+L')
            p.wait(lambda s: s['locked'] == s['unsaved'] == locked, 'a lock is work as long as it is there')
        p.press('J')
        p.wait(lambda s: s['settings'].get('show') == 'joints', 'J')
        camera = p.settled()['camera']
        p.press('Ctrl+Shift+S')
        path = save_as(p, 'copy.bindpose')
        p.wait(lambda s: s.get('workspace') == path, 'it is saved under another name')
        p.press('Ctrl+Q')
        ended(p, 'Ctrl+Q with nothing unsaved')
        again = suite.program(path, home=p)
        try:
            s = again.wait(lambda s: s.get('workspace') == path and s['loading'] == '0' and s['rest'] == '1', 'it opens')
            need(s['edited'] == '1' and s['unsaved'] == '0' and s.get('selection') == 'chest', 'with pose and selection')
            need(s['settings'].get('show') == 'joints', 'with its map')
            need(s['camera'] == camera, 'from where it was looked at: %s, %s' % (s['camera'], camera))
            need(not kept(again), 'nothing is kept aside')
            again.picture('work-again')
        finally:
            again.close(keep=True)
    finally:
        p.close()


def questions(suite):
    p = suite.program(suite.tools.model())
    try:
        edit(p)
        for key in 'Esc', 'click', 'Tab':
            p.press('Ctrl+Q')
            asked(p)
            p.picture('work-asked')
            need(focused(p.state()) == 'ask:Save', 'the keyboard is at Save: %r' % focused(p.state()))
            if key == 'Tab':
                need([step(p), step(p)] == ['ask:Discard', 'ask:Cancel'], 'Tab goes on from there')
            p.click_on('ask:Cancel') if key == 'click' else p.press('Esc' if key == 'Esc' else 'Enter')
            p.wait(lambda s: 'ask' not in s and s['edited'] == '1', 'cancelled by ' + key)
        p.tools.drop(p, p.tools.model('arm.glb'), 400, 300)
        asked(p)
        p.press('Esc')
        need(p.settled()['model'] == 'ogre.glb', 'the drop is cancelled')
        # A name is asked for; without one nothing happens.
        p.press('Ctrl+Q')
        asked(p)
        p.press('Enter')
        p.wait(lambda s: s.get('dialog') == 'save-workspace' and s['rest'] == '1', 'the first answer asks for a name')
        p.press('Esc')
        p.wait(lambda s: 'dialog' not in s.open, 'Escape')
        time.sleep(0.3)
        need(p.process.poll() is None and p.state()['unsaved'] == '1', 'the window stays, and its work')
        p.tools.drop(p, p.tools.model('arm.glb'), 400, 300)
        asked(p)
        p.click_on('ask:Save')
        path = save_as(p, 'before.bindpose')
        p.wait(lambda s: s.get('model') == 'arm.glb' and s['loading'] == '0', 'it is saved, and the other model opens')
        need('chest' in joints(path), 'the pose is in the file')
        need('workspace' not in p.settled(), 'the arm is no part of it')
        edit(p, joint='forearm')
        p.tools.drop(p, path, 400, 300)
        asked(p)
        p.click_on('ask:Discard')
        s = p.wait(lambda s: s.get('workspace') == path and s['loading'] == '0' and s['rest'] == '1',
                   'a workspace is dropped')
        need(s['model'] == 'ogre.glb' and s['edited'] == '1' and s['unsaved'] == '0', 'it is open')
        p.press('Ctrl+Z')
        p.settled()
        need(p.state()['edited'] == '1', 'it has no history')
        p.rotate_by_field('50')
        p.settled()
        p.move(*p.empty_place()); p.settled(); time.sleep(2.5)  # nothing moves any more: the cross alone wakes the window
        p.x.ask_to_close(p.window)
        asked(p)
        p.press('Enter')
        ended(p, 'the cross of the window, and Save')
        need(abs(joints(path)['chest'][0][0] - 0.6428) < 1e-3, 'it was saved where it was')
        need(not kept(p), 'nothing is kept aside')
    finally:
        p.close()


def crash(suite):
    p = suite.program(suite.tools.model())
    try:
        edit(p)
        wait_for_kept(p, 1, 'an edit')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['edited'] == '0', 'undone')
        wait_for_kept(p, 0, 'undone to what the file has')
        edit(p, '40')
        wait_for_kept(p, 1, 'edited again')
        p.click_on('rotationz')
        p.wait(lambda s: s['typing'] == '1', 'the field is open')
        p.type('9')
        time.sleep(1.5)  # longer than what is kept is left alone
        need(abs(joints(kept(p)[0])['chest'][0][0] - math.cos(math.radians(40))) < 1e-3, 'half a number is no edit')
        p.process.send_signal(signal.SIGKILL)
        p.process.wait()
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'the next start offers it')
            q.picture('work-leftover')
            q.click_on('ask:Later')
            q.wait(lambda s: 'ask' not in s, 'later')
            q.press('Ctrl+Q')
            ended(q, 'Later, and quit')
        finally:
            q.close(keep=True)
        need(len(kept(p)) == 1, 'it is still there')
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'and is offered again')
            q.press('Enter')
            s = q.wait(lambda s: s.get('model') == 'ogre.glb' and s['loading'] == '0' and s.get('edited') == '1', 'Recover')
            need(s['unsaved'] == '1', 'it is not saved')
            wait_for_kept(q, 1, 'it is kept aside by its new window alone')
            # Killed at once it is not lost.
            q.process.send_signal(signal.SIGKILL)
            q.process.wait()
        finally:
            q.close(keep=True)
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'after a second crash')
            other = suite.program(suite.tools.model('arm.glb'), home=p)
            try:
                need('ask' not in other.settled(), 'a second window does not offer it, too')
            finally:
                other.close(keep=True)
            q.click_on('ask:Discard')
            wait_for_kept(q, 0, 'discarded')
            need('ask' not in q.settled(), 'nothing more is offered')
        finally:
            q.close(keep=True)
    finally:
        p.close()


def a_draft_outlives_a_crash(suite):
    """A skeleton that is being made, and one that was built and bound anew, come back after kill -9."""
    p = suite.program(suite.tools.model())
    try:
        joints = p.settled()['joint']
        p.press('Ctrl+J')
        p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
        p.click(*joints['chest'])
        p.wait(lambda s: s.get('drafted') == '1', 'a click places a joint')
        wait_for_kept(p, 1, 'the draft')
        time.sleep(2.5)  # longer than what is kept is left alone
        p.process.send_signal(signal.SIGKILL)
        p.process.wait()
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'the next start offers it')
            q.press('Enter')
            q.wait(lambda s: s.get('model') == 'ogre.glb' and s['loading'] == '0' and s.get('drafted') == '1',
                   'the draft is there again')
            q.click_on('draft:Build and compute weights')
            s = q.wait(lambda s: s.get('undo', '').startswith('Bind'), 'it is built', 60)
            need(s['joint'].keys() == {'root'}, 'with its joint')
            q.select('root')
            q.rotate_by_field('30')
            q.menu('Edit > Skeleton > Make this pose the bind pose')
            q.wait(lambda s: s.get('undo') == 'Bind pose here', 'bound anew')
            before = q.settled()['joint']['root']
            wait_for_kept(q, 1, 'what was built')
            time.sleep(2.5)
            q.process.send_signal(signal.SIGKILL)
            q.process.wait()
        finally:
            q.close(keep=True)
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'after a second crash')
            q.press('Enter')
            s = q.wait(lambda s: s['loading'] == '0' and s['joint'].keys() == {'root'}, 'what was built is there again')
            need(s.get('edited') == '1' and math.dist(s['joint']['root'], before) < 2, 'where it was')
        finally:
            q.close(keep=True)
    finally:
        p.close()


def comparisons_come_back(suite):
    """What is compared is kept with the work, and what is asked for at the start outlives Recover."""
    p = suite.program(suite.tools.model(), '--diff', suite.tools.model('arm.glb'))
    there = lambda s: s.get('compared', '').endswith('arm.glb') and s['rest'] == '1'
    try:
        p.wait(there, 'the comparison')
        p.press('Esc')
        edit(p)
        wait_for_kept(p, 1, 'an edit')
        p.process.send_signal(signal.SIGKILL)
        p.process.wait()
        q = suite.program(home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'the next start offers it')
            q.press('Enter')
            s = q.wait(lambda s: there(s) and s['edited'] == '1', 'Recover brings the other file back')
            need(s['model'] == 'ogre.glb' and s['unsaved'] == '1', 'beside the work')
            q.press('Esc')
            q.menu('File > End the comparison')
            q.wait(lambda s: 'compared' not in s, 'the comparison ends')
            q.menus_closed()
            time.sleep(1.5)
            with open(kept(q)[0], encoding='utf-8') as f:
                need('comparison' not in json.load(f), 'and is not kept any more')
            q.process.send_signal(signal.SIGKILL)
            q.process.wait()
        finally:
            q.close(keep=True)
        q = suite.program(suite.tools.model(), '--diff', suite.tools.model('capsule.glb'), home=p)
        try:
            q.wait(lambda s: s.get('ask') == 'leftover' and s['rest'] == '1', 'and once more, with --diff')
            q.press('Enter')
            q.wait(lambda s: s.get('compared', '').endswith('capsule.glb') and s['rest'] == '1' and s['edited'] == '1',
                   'the file of --diff stands beside what was recovered')
        finally:
            q.close(keep=True)
    finally:
        p.close()


def broken_files_ask_nothing(suite):
    p = suite.program(suite.tools.model())
    try:
        edit(p)
        for how, ending in ('drop', '.fbx'), ('dialog', '.fbx'), ('named', '.usda'):
            path = p.file(how + ending, 'this is no FBX file')
            if how == 'drop':
                p.tools.drop(p, path, 400, 300)
            else:
                p.press('Ctrl+O')
                p.wait(lambda s: s.get('dialog') == 'open' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
                p.type(path)
                p.press('Enter')
            s = p.wait(lambda s: how + ending in s.get('message', '') and s['rest'] == '1', 'it is said')
            need('ask' not in s and s['edited'] == '1' and s['model'] == 'ogre.glb', 'and nothing is asked')
            p.press('Esc')
        p.press('Ctrl+O')
        p.wait(lambda s: s.get('dialog') == 'open' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
        p.type(p.tools.model('arm.glb'))
        p.press('Enter')
        asked(p)
        p.press('Esc')
        need(p.settled()['model'] == 'ogre.glb' and p.state()['edited'] == '1', 'a good one is asked about')
    finally:
        p.close()


def lessons_are_no_work(suite):
    p = suite.program('lesson', 'one-vertex')
    try:
        p.wait(lambda s: s.get('lesson', '').startswith('0') and s['loading'] == '0' and s['rest'] == '1', 'a lesson', 20)
        p.press('Right')
        p.wait(lambda s: s['lesson'].startswith('1'), 'its second step')
        p.press('Ctrl+Q')
        ended(p, 'what is tried in a lesson is not asked about')
    finally:
        p.close()


def work(suite):
    for case in day, questions, crash, a_draft_outlives_a_crash, comparisons_come_back, broken_files_ask_nothing, lessons_are_no_work:
        suite.check(case.__name__.replace('_', ' '), case, suite)
    suite.check('painted in the window and by text', painting.same_by_text, suite)
    compare.two_files(suite)
