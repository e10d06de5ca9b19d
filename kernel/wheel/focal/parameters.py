"""Parameters of notebooks for papermill, as Go.

papermill loads this module by its entry point, and it then knows the kernels focal and
focal-gonb: `papermill -p w 1.5 in.ipynb out.ipynb` inserts a cell with `var w = 1.5`
below the cell that is tagged "parameters". A parameter keeps the type of its default there.
"""

import json
import math
import re

from papermill.engines import NBClientEngine as Engine  # which the entry point has to name
from papermill.exceptions import PapermillException
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

# A line that declares: var w = 1.5, w float64 = 1 in a block, w, p := 1.5, 0.7, const w = 1.5.
DECLARED = re.compile(
    r"\s*(?P<word>var\s+|const\s+)?(?P<names>[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)(?:\s+(?P<type>[^\s=:][^=:]*?))?"
    r"\s*:?=\s*(?P<values>[^=].*?)\s*(?://\s*(?P<help>.*))?"
)

# Types of literals.
LITERALS = [
    (re.compile(r"[-+]?\d[\d_]*"), "int"),
    (re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"), "float64"),
    (re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`'), "string"),
    (re.compile("true|false"), "bool"),
    (re.compile(r"((?:\[\d*\])+\w+|map\[\w+\]\w+)\{.*\}"), None),  # with its type before the brace
]


def type_of(literal):
    """The type of a default, "" if it is no literal."""
    for pattern, name in LITERALS:
        if found := pattern.fullmatch(literal):
            return name or found[1]
    return ""


class Go(Translator):
    """Values of parameters as Go."""

    # What the cell tagged "parameters" declares, which papermill inspects first: by name,
    # const or var and the type.
    declared = {}

    @classmethod
    def inspect(cls, parameters_cell):
        cls.declared, found, block = {}, [], "var"
        for line in parameters_cell["source"].splitlines():
            if opens := re.match(r"\s*(var|const)\s*\(", line):
                block = opens[1]
            elif line.strip() == ")":
                block = "var"
            if not (m := DECLARED.fullmatch(line)):
                continue
            names, values = re.split(r"\s*,\s*", m["names"]), [m["values"]]
            if len(names) > 1:
                values = re.split(r"\s*,\s*", m["values"])
            for name, value in zip(names, values if len(values) == len(names) else [""] * len(names)):
                kind = m["type"] or type_of(value)
                cls.declared[name] = (m["word"] or block).strip(), kind
                found.append(Parameter(name, kind or "None", value, m["help"] or ""))
        return found

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        declared, cls.declared = cls.declared, {}
        lines = [f"// {comment}"]
        for name, value in parameters.items():
            word, kind = declared.get(name, ("var", ""))
            text, has = cls.literal(name, value, kind)
            lines.append(f"{word} {name} = {text}" if kind in ("", has) else f"{word} {name} {kind} = {text}")
        return "\n".join(lines) + "\n"

    @classmethod
    def literal(cls, name, value, kind):
        """A value in Go, and the type that Go gives it; kind is the type that it should have."""
        if isinstance(value, bool):
            return ("true" if value else "false"), "bool"
        if isinstance(value, int) and kind == "float64":
            return f"{value}.0", kind
        if isinstance(value, int):
            return str(value), "int"
        if isinstance(value, float) and not math.isfinite(value):
            return ("math.NaN()" if math.isnan(value) else f"math.Inf({'1' if value > 0 else '-1'})"), "float64"
        if isinstance(value, float):
            return repr(value), "float64"
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False), "string"
        if isinstance(value, (list, dict)) and value:
            element = kind.rpartition("]")[2]
            values = value.values() if isinstance(value, dict) else value
            if not element and {type(v) for v in values} == {int, float}:
                element = "float64"
            parts = [cls.literal(name, v, element) for v in values]
            has = {t for _, t in parts}
            if len(has) == 1 or element:
                prefix = "map[string]" if isinstance(value, dict) else "[]"
                of = prefix + (element or has.pop())
                texts = [text for text, _ in parts]
                if isinstance(value, dict):
                    texts = [f"{json.dumps(k, ensure_ascii=False)}: {text}" for k, text in zip(value, texts)]
                return f"{of}{{{', '.join(texts)}}}", of
        raise PapermillException(f"parameter {name}: {value!r} has no type in Go: want a number, a text, true, false, or a list of these")


for kernel in ("focal", "focal-gonb"):
    papermill_translators.register(kernel, Go)
