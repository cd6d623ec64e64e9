/** The body as a programming language prints a value, signed in place of its bytes. */
import type { Add } from './body-variant.ts'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { readJson, type JsonNode } from './json-text.ts'

/** Adds the printed bytes, text and parsed body, and the bytes that a print stands for. */
export const addPrinted = (given: Buffer, text: string, add: Add): void => {
  add(pythonBytes(given), printed("Python prints bytes: b'…'"))
  add(pythonText(text), printed('Python prints text: its repr()'))
  for (const bytes of fromPythonBytes(text)) add(bytes, printed("Python prints bytes: b'…'"))
  for (const { how, write } of BUFFERS) add(write(given), printed(how))
  const tree = readJson(text)
  if (tree === null) return
  for (const { how, write } of VALUES) add(write(tree), printed(how))
}

/** @param how such as "Python prints bytes". */
export const printed = (how: string): Cause =>
  cause(
    'body_printed',
    `The body is not the one that was signed: one of the two is written as ${how}.`,
    `A value was printed as text. In Python, use the bytes or .decode(), not str(). ${RAW_BYTES_REMEDY}`,
  )

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\\': '\\\\',
}

const pythonQuoted = (text: string, isPlain: RegExp): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = Array.from(text, (character) => {
    if (character === quote) return `\\${quote}`
    const escape = ESCAPES[character]
    if (escape !== undefined) return escape
    return isPlain.test(character)
      ? character
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `${quote}${inner.join('')}${quote}`
}

/** As `str(b'…')` writes it. */
export const pythonBytes = (bytes: Buffer): string =>
  `b${pythonQuoted(bytes.toString('latin1'), /[ -~]/)}`

const pythonText = (text: string): string => pythonQuoted(text, /[ -~\u00a1-\u{10ffff}]/u)

/** The bytes of a text such as `b'…'`; none for any other text. */
export const fromPythonBytes = (text: string): Buffer[] => {
  const inner = /^b?(['"])(.*)\1\s*$/s.exec(text)?.[2]
  if (inner === undefined) return []
  const bare = inner.replaceAll(
    /\\(?:x([\da-f]{2})|(.))/gis,
    (_whole, code?: string, other?: string) =>
      code === undefined
        ? (UNESCAPES[other ?? ''] ?? other ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
  )
  return [Buffer.from(bare, 'latin1'), Buffer.from(bare)]
}

const UNESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Node.js shows at most this many bytes. */
const SHOWN_BYTES_MAX = 50

const BUFFERS: readonly { how: string; write: (bytes: Buffer) => string }[] = [
  { how: 'JavaScript joins the numbers of a Uint8Array', write: (bytes) => bytes.join(',') },
  { how: 'JSON.stringify writes a Buffer', write: (bytes) => JSON.stringify(bytes) },
  {
    how: 'JSON.stringify writes a Uint8Array',
    write: (bytes) => JSON.stringify(Object.fromEntries(bytes.entries())),
  },
  { how: 'Node.js prints a Buffer', write: (bytes) => inspected(bytes) },
  { how: 'Go prints bytes', write: (bytes) => `[${bytes.join(' ')}]` },
  { how: 'Python prints a list of bytes', write: (bytes) => `[${bytes.join(', ')}]` },
  { how: 'Python prints a bytearray', write: (bytes) => `bytearray(${pythonBytes(bytes)})` },
  {
    how: 'Java prints an array of bytes',
    write: (bytes) => `[${new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length).join(', ')}]`,
  },
]

const inspected = (bytes: Buffer): string => {
  const shown = bytes.subarray(0, SHOWN_BYTES_MAX).toString('hex').replaceAll(/../g, ' $&')
  const more = bytes.length - SHOWN_BYTES_MAX
  return `<Buffer${shown}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`
}

type Print = {
  text: (value: string) => string
  key: (key: string) => string
  literal: (raw: string) => string
  object: (members: string[]) => string
  array: (items: string[]) => string
  between: string
  isSorted?: boolean
}

const print = (node: JsonNode, style: Print): string => {
  switch (node.kind) {
    case 'object': {
      const members = style.isSorted
        ? node.members.toSorted((one, other) => (one.key < other.key ? -1 : 1))
        : node.members
      return style.object(
        members.map(({ key, value }) => style.key(key) + style.between + print(value, style)),
      )
    }
    case 'array':
      return style.array(node.items.map((item) => print(item, style)))
    case 'string':
      return style.text(node.value)
    case 'number':
      return node.raw
    default:
      return style.literal(node.raw)
  }
}

const same = (text: string): string => text
const quoted = (text: string): string => JSON.stringify(text)
const commas = (items: string[]): string => items.join(', ')
const braces = (members: string[]): string => `{${commas(members)}}`
const brackets = (items: string[]): string => `[${commas(items)}]`

const PYTHON_LITERALS: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  null: 'None',
}

const PRINTS: Readonly<Record<string, Print>> = {
  python: {
    text: pythonText,
    key: pythonText,
    literal: (raw) => PYTHON_LITERALS[raw] ?? raw,
    object: braces,
    array: brackets,
    between: ': ',
  },
  ruby: {
    text: quoted,
    key: quoted,
    literal: (raw) => (raw === 'null' ? 'nil' : raw),
    object: braces,
    array: brackets,
    between: '=>',
  },
  java: { text: same, key: same, literal: same, object: braces, array: brackets, between: '=' },
  go: {
    text: same,
    key: same,
    literal: (raw) => (raw === 'null' ? '<nil>' : raw),
    object: (members) => `map[${members.join(' ')}]`,
    array: (items) => `[${items.join(' ')}]`,
    between: ':',
    isSorted: true,
  },
}

const as =
  (name: keyof typeof PRINTS, change: Partial<Print> = {}) =>
  (tree: JsonNode): string => {
    const style = PRINTS[name]
    return style ? print(tree, { ...style, ...change }) : ''
  }

const VALUES: readonly { how: string; write: (tree: JsonNode) => string }[] = [
  { how: 'Python prints a dict', write: as('python') },
  { how: 'Ruby prints a hash', write: as('ruby') },
  { how: 'Ruby prints a hash', write: as('ruby', { between: ' => ' }) },
  { how: 'Java prints a map', write: as('java') },
  { how: 'Go prints a map', write: as('go') },
  { how: 'PHP serializes an array', write: (tree) => serialized(tree) },
  { how: 'a form is sent', write: (tree) => form(tree, '+') },
  { how: 'a form is sent', write: (tree) => form(tree, '%20') },
]

const serialized = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return `a:${node.members.length}:{${node.members
        .map(({ key, value }) => phpText(key) + serialized(value))
        .join('')}}`
    case 'array':
      return `a:${node.items.length}:{${node.items
        .map((item, index) => `i:${index};${serialized(item)}`)
        .join('')}}`
    case 'string':
      return phpText(node.value)
    case 'number':
      return `${/^-?\d+$/.test(node.raw) ? 'i' : 'd'}:${node.raw};`
    default:
      return node.raw === 'null' ? 'N;' : `b:${node.raw === 'true' ? 1 : 0};`
  }
}

const phpText = (text: string): string => `s:${Buffer.byteLength(text)}:"${text}";`

/** As PHP's http_build_query and qs write nested values. */
const form = (tree: JsonNode, space: string): string =>
  pairs(tree, '')
    .map((pair) => pair.map((part) => percent(part, space)).join('='))
    .join('&')

const percent = (text: string, space: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', space)
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const pairs = (node: JsonNode, name: string): [string, string][] => {
  const inside = (key: string): string => (name === '' ? key : `${name}[${key}]`)
  if (node.kind === 'object') {
    return node.members.flatMap(({ key, value }) => pairs(value, inside(key)))
  }
  if (node.kind === 'array') {
    return node.items.flatMap((item, index) => pairs(item, inside(String(index))))
  }
  return [[name, node.kind === 'string' ? node.value : node.raw]]
}
