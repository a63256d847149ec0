"""Finds where a source file could be wrong by one small slip, and what the slip would look like.

C++ and GLSL are read as text: comments, strings, preprocessor lines and asserts are blanked out, and the
rest is matched by patterns that rely on clang-format (a space on both sides of a binary operator). A slip
that does not compile is not counted; the runner takes the next one.
"""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Slip:
    file: str      # relative to the root of the sources
    line: int      # 1-based, of the unchanged file
    kind: str      # class of operator
    before: str    # the line, stripped
    after: str
    start: int     # where text is replaced, as offsets in the file
    end: int
    text: str
    nth: int       # which of several equal slips of the file

    def key(self):
        return f'{self.file}|{self.before}|{self.after}|{self.nth}'


def blank(text, pattern, flags=0):
    """Replaces what matches by spaces; line ends stay."""
    return re.sub(pattern, lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=flags)


def code_only(text):
    """The text with everything that is no code blanked out, offset by offset."""
    strings = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    text = blank(text, r'//[^\n]*|/\*.*?\*/|' + strings, re.S)
    text = blank(text, r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.M)
    text = blank(text, r'^\s*(?:using|namespace|template|static_assert|friend)\b[^;{]*', re.M)
    for match in re.finditer(r'\bassert\(', text):
        end = closing(text, match.end() - 1)
        text = text[:match.start()] + re.sub(r'[^\n]', ' ', text[match.start():end]) + text[end:]
    return text


def closing(text, at):
    """The offset behind the bracket that closes the one at `at`, or behind `at` if none does."""
    pairs = {'(': ')', '[': ']', '{': '}'}
    stack = []
    for i in range(at, min(len(text), at + 4000)):
        c = text[i]
        if c in pairs:
            stack.append(pairs[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return i + 1
    return at + 1


def arguments(text, at):
    """Spans of the arguments of a call whose bracket opens at `at`."""
    end = closing(text, at) - 1
    spans, depth, first = [], 0, at + 1
    for i in range(at + 1, end):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
        elif text[i] == ',' and depth == 0:
            spans.append((first, i))
            first = i + 1
    if end > at + 1:
        spans.append((first, end))
    return [(a + len(text[a:b]) - len(text[a:b].lstrip()), b) for a, b in spans]


def number(literal):
    """Another number in place of a literal."""
    found = re.fullmatch(r'([0-9.]+)(?:e(-?\d+))?(f|u|\.)?', literal)
    if not found:
        return None
    digits, exponent, suffix = found.group(1), found.group(2), found.group(3) or ''
    if exponent:
        return f'{digits}e{int(exponent) + 3}{suffix}'   # a tolerance a thousand times as wide
    if '.' in digits:
        value = float(digits)
        return (('1.0' if value == 0 else '0.0' if value == 1 else repr(value * 1.5))) + suffix
    return str(int(digits) + 1) + suffix


SWAPS = [  # (class, pattern, replacement of the first group)
    ('boundary', r' (<|<=|>|>=) ', {'<': '<=', '<=': '<', '>': '>=', '>=': '>'}),
    ('relation', r' (<|<=|>|>=|==|!=) ',
     {'<': '>', '<=': '>', '>': '<', '>=': '<', '==': '!=', '!=': '=='}),
    ('logic', r' (&&|\|\|) ', {'&&': '||', '||': '&&'}),
    ('sign', r'(?<=[\w)\]]) ([-+]) ', {'+': '-', '-': '+'}),
    ('sign', r'(?:[(=,?:] |\(|return )(-)(?=[A-Za-z(])', {'-': ''}),
    ('sign', r' (\+=|-=) ', {'+=': '-=', '-=': '+='}),
    ('scale', r'(?<=[\w)\]]) ([*/]) ', {'*': '/', '/': '*'}),
    ('negation', r'(!)(?=[A-Za-z(])', {'!': ''}),
    ('extreme', r'\b(min|max|floor|ceil|sin|cos|min_element|max_element|lower_bound|upper_bound|'
                r'any_of|all_of)\(',
     {'min': 'max', 'max': 'min', 'floor': 'ceil', 'ceil': 'floor', 'sin': 'cos', 'cos': 'sin',
      'min_element': 'max_element', 'max_element': 'min_element', 'lower_bound': 'upper_bound',
      'upper_bound': 'lower_bound', 'any_of': 'all_of', 'all_of': 'any_of'}),
    ('constant', r'\b(true|false)\b', {'true': 'false', 'false': 'true'}),
    ('flow', r'\b(continue|break);', {'continue': 'break', 'break': 'continue'}),
]
DROPPED = (r'\b((?:glm::)?(?:transpose|inverse|normalize|conjugate|inverse_affine|cofactor)|'
           r'std::(?:abs|sqrt)|abs|sqrt|clamp01)\(')
SWAPPED = (r'\b(mul_affine|multiply|(?:glm::)?cross|(?:glm::)?mix|(?:glm::)?slerp|(?:std::)?lerp|'
           r'(?:std::)?atan2|user_local_times_local)\(')


def raw_slips(code):
    """(class, start, end, text) of every slip in blanked code."""
    for kind, pattern, other in SWAPS:
        for m in re.finditer(pattern, code):
            yield kind, m.start(1), m.end(1), other[m.group(1)]
    for m in re.finditer(r'\bif (?:constexpr )?\(', code):
        end = closing(code, m.end() - 1)
        if ';' not in code[m.end():end]:
            yield 'negation', m.end() - 1, end, '(!' + code[m.end() - 1:end] + ')'
    for m in re.finditer(r'(?<![\w.])(?<![-+]\d)\d[\d.]*(?:e-?\d+)?[fu]?\b', code):
        text = number(m.group())
        if text is not None:
            yield 'constant', m.start(), m.end(), text
    for m in re.finditer(DROPPED, code):
        if len(arguments(code, m.end() - 1)) == 1:
            yield 'dropped', m.start(), m.end() - 1, ''
    for m in re.finditer(SWAPPED, code):
        spans = arguments(code, m.end() - 1)
        if len(spans) >= 2:
            (a, b), (c, d) = spans[0], spans[1]
            yield 'order', a, d, code[c:d] + code[b:c] + code[a:b]
    for m in re.finditer(r'(?<=[\w)\]])\[(\w+|idx\(\w+\))\](?! ?[({])', code):
        if m.group(1).isdigit():
            continue   # a constant already
        yield 'index', m.start(1), m.end(1), m.group(1) + ' + 1'
    statement = r'^[ \t]*((?:[\w.:>\[\]()-]|->)+ (?:=|[-+*/|&]=) [^;{}]*;|[\w.:>\[\]-]+\([^;{}]*\);)[ \t]*$'
    for m in re.finditer(statement, code, re.M):
        if not re.match(r'(return|throw|if|for|while|else|case|assert|layout)\b|.*\.reserve\(', m.group(1)):
            yield 'removed', m.start(1), m.end(1), ';'
    for m in re.finditer(r'^[ \t]*(if \([^;{}]*;)[ \t]*$', code, re.M):
        yield 'removed', m.start(1), m.end(1), ';'
    for m in re.finditer(r'\breturn ([^;{}]+);', code):
        if m.group(1).strip() not in ('true', 'false', '0', 'nullptr', 'out'):
            yield 'early', m.start(1), m.end(1), '{}'


def slips_of(file, text):
    code = code_only(text)
    seen = {}
    for kind, start, end, replacement in raw_slips(code):
        if code[start:end].strip() == '' or text[start:end] == replacement:
            continue
        # What was blanked inside a span that moves (a string, a comment) comes from the file itself.
        if kind in ('negation', 'order') and text[start:end] != code[start:end]:
            if kind == 'order':
                continue
            replacement = '(!' + text[start:end] + ')'
        first = text.rfind('\n', 0, start) + 1
        last = text.find('\n', end)
        last = len(text) if last < 0 else last
        before = ' '.join(text[first:last].split())
        after = ' '.join((text[first:start] + replacement + text[end:last]).split())
        nth = seen.get((before, after), 0)
        seen[(before, after)] = nth + 1
        yield Slip(file, text.count('\n', 0, start) + 1, kind, before, after, start, end,
                   replacement, nth)
