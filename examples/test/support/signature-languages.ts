/**
 * Runs the signature check of examples/<language> over many cases in one process of that language:
 * cases on stdin, a list of booleans on stdout.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export type SignatureCase = {
  bodyBase64: string
  timestamp: string | null
  signature: string | null
  secrets: readonly string[]
  nowSeconds: number
}

export type Language = { name: string; command: string; args: readonly string[]; folder: string }

const EXAMPLES = join(import.meta.dirname, '..', '..')

const PHP = `
require 'wasl.php';
$cases = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
echo json_encode(array_map(fn($case) =>
  wasl_is_signed(base64_decode($case['bodyBase64']), $case['timestamp'], $case['signature'],
    $case['secrets'], $case['nowSeconds']), $cases));
`

const PYTHON = `
import base64, json, sys
import wasl
print(json.dumps([
  wasl.is_signed(base64.b64decode(case["bodyBase64"]), case["timestamp"], case["signature"],
    case["secrets"], case["nowSeconds"]) for case in json.load(sys.stdin)
]))
`

const NODE = `
import { readFileSync } from 'node:fs'
import { isSigned } from './wasl.js'
const cases = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(cases.map(({ bodyBase64, timestamp, signature, secrets, nowSeconds }) =>
  isSigned(Buffer.from(bodyBase64, 'base64'), timestamp, signature, secrets, nowSeconds))))
`

export const LANGUAGES: readonly Language[] = [
  { name: 'PHP', command: 'php', args: ['-r', PHP], folder: join(EXAMPLES, 'php-without-a-kit') },
  {
    name: 'Python',
    command: 'python3',
    args: ['-c', PYTHON],
    folder: join(EXAMPLES, 'python-without-a-kit'),
  },
  {
    name: 'Node.js',
    command: process.execPath,
    args: ['--input-type=module', '-e', NODE],
    folder: join(EXAMPLES, 'node'),
  },
]

/** Whether the language accepts each case. */
export const verdictsOf = (language: Language, cases: readonly SignatureCase[]): boolean[] => {
  const { status, stdout, stderr } = spawnSync(language.command, language.args, {
    cwd: language.folder,
    encoding: 'utf8',
    input: JSON.stringify(cases),
  })
  if (status !== 0 || stderr !== '') throw new Error(`${language.name}: ${stderr}${stdout}`)
  return JSON.parse(stdout) as boolean[]
}
