# SPDX-License-Identifier: Apache-2.0
"""The pairs of the legacy tables of which two implementations agree: CPython's codecs and the TextDecoder of Node."""
import json
import subprocess

CODECS = {"Shift_JIS": "cp932", "EUC-KR": "cp949", "Big5": "big5hkscs", "gb18030": "gb18030"}

ASK = """
const [label, all] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const of = hex => { try { return new TextDecoder(label, {fatal: true}).decode(Buffer.from(hex, 'hex')) } catch (e) { return null } };
console.log(JSON.stringify(all.map(of)));
"""


def of_python(codec, sequence):
    try:
        return sequence.decode(codec)
    except UnicodeDecodeError:
        return None


def agreed(encoding, sequences):
    """{sequence: text, or None where both have no character}, without those of which the two differ."""
    request = json.dumps([encoding, [s.hex() for s in sequences]])
    answers = json.loads(subprocess.run(["node", "-e", ASK], input=request, capture_output=True, text=True, check=True).stdout)
    found = {}
    for sequence, of_node in zip(sequences, answers):
        if of_python(CODECS[encoding], sequence) == of_node:
            found[sequence] = of_node
    return found


def table(encoding):
    leads = range(0x81, 0xFF)
    return agreed(encoding, [bytes([lead, trail]) for lead in leads for trail in range(0x40, 0xFF)])
