import type { JsonNode, Member } from './json-text.ts'

/** How a serialiser writes JSON. */
export type JsonStyle = {
  order: 'given' | 'sorted' | 'wire'
  layout: Layout
  escapes: Escapes
  slashes: 'plain' | 'escaped'
  numbers: Numbers
}

/** The common ways come first. */
export const NUMBERS = [
  'given',
  'shortest',
  'one decimal',
  'two decimals',
  'as text',
  'seventeen digits',
  'scientific',
] as const

/**
 * `one decimal` as Python and Java write floating-point numbers, `as text` as decimal types are
 * written, `seventeen digits` as PHP does with `serialize_precision = 17`, `scientific` as Java writes
 * large numbers.
 */
export type Numbers = (typeof NUMBERS)[number]

export const LAYOUTS = {
  compact: { item: ',', key: ':', indent: '' },
  spaced: { item: ', ', key: ': ', indent: '' },
  'spaced keys': { item: ',', key: ': ', indent: '' },
  'indented by 2': { item: ',', key: ': ', indent: '  ' },
  'indented by 4': { item: ',', key: ': ', indent: '    ' },
  'indented by tabs': { item: ',', key: ': ', indent: '\t' },
  'indented, spaces around colons': { item: ',', key: ' : ', indent: '  ' },
} as const

export type Layout = keyof typeof LAYOUTS

export const ESCAPES = ['none', 'unicode', 'UNICODE', 'html', 'dotnet'] as const

/**
 * `none` as JavaScript and the platform do, `unicode` as PHP and Python, `UNICODE` the same with
 * upper-case digits, `html` as Go, `dotnet` as System.Text.Json.
 */
export type Escapes = (typeof ESCAPES)[number]

/** As the platform writes events (D15). */
export const WIRE_STYLE: JsonStyle = {
  order: 'wire',
  layout: 'compact',
  escapes: 'none',
  slashes: 'plain',
  numbers: 'shortest',
}

/** The order of an event's keys on the wire. */
const WIRE_ORDER = [
  'event',
  'data',
  'reference',
  'paymentId',
  'channel',
  'amount',
  'currency',
  'qrCodeToken',
  'qrConfigKind',
  'lockReleaseTime',
  'initializedAt',
  'paidAt',
  'failedAt',
  'reason',
]

export const writeJson = (node: JsonNode, style: JsonStyle): string => write(node, style, '\n')

const write = (node: JsonNode, style: JsonStyle, lineBreak: string): string => {
  switch (node.kind) {
    case 'object': {
      const { key } = LAYOUTS[style.layout]
      const members = inOrder(node.members, style.order)
      return wrap('{', '}', members, style, lineBreak, (member, inner) => {
        return `${writeString(member.key, style)}${key}${write(member.value, style, inner)}`
      })
    }
    case 'array':
      return wrap('[', ']', node.items, style, lineBreak, (item, inner) =>
        write(item, style, inner),
      )
    case 'string':
      return writeString(node.value, style)
    case 'number':
      return writeNumber(node.raw, style.numbers)
    default:
      return node.raw
  }
}

const wrap = <Item>(
  open: string,
  close: string,
  items: readonly Item[],
  { layout }: JsonStyle,
  lineBreak: string,
  one: (item: Item, lineBreak: string) => string,
): string => {
  const { item, indent } = LAYOUTS[layout]
  if (items.length === 0 || indent === '') {
    return `${open}${items.map((entry) => one(entry, lineBreak)).join(item)}${close}`
  }
  const inner = lineBreak + indent
  return `${open}${inner}${items.map((entry) => one(entry, inner)).join(item + inner)}${lineBreak}${close}`
}

const inOrder = (members: readonly Member[], order: JsonStyle['order']): readonly Member[] => {
  if (order === 'given') return members
  const rank = ({ key }: Member): number => {
    const at = WIRE_ORDER.indexOf(key)
    return at === -1 ? WIRE_ORDER.length : at
  }
  return order === 'wire'
    ? members.toSorted((one, other) => rank(one) - rank(other))
    : members.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
}

const writeString = (value: string, { escapes, slashes }: JsonStyle): string => {
  const plain = JSON.stringify(value)
  const escaped = ESCAPED[escapes](plain)
  return slashes === 'plain' ? escaped : escaped.replaceAll('/', String.raw`\/`)
}

const unit = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const capital = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

const ESCAPED: Record<Escapes, (plain: string) => string> = {
  none: (plain) => plain,
  unicode: (plain) => plain.replaceAll(/[\u0080-\uffff]/g, unit),
  UNICODE: (plain) => plain.replaceAll(/[\u0080-\uffff]/g, capital),
  html: (plain) => plain.replaceAll(/[<>&\u2028\u2029]/g, unit),
  dotnet: (plain) =>
    `"${plain.slice(1, -1).replaceAll(String.raw`\"`, String.raw`\u0022`)}"`.replaceAll(
      /[<>&'+`\u007f-\uffff]/g,
      capital,
    ),
}

const writeNumber = (raw: string, numbers: Numbers): string => {
  switch (numbers) {
    case 'given':
      return raw
    case 'shortest':
      return String(Number(raw))
    case 'one decimal':
      return Number.isInteger(Number(raw)) ? `${Number(raw)}.0` : String(Number(raw))
    case 'two decimals':
      return Number(raw).toFixed(2)
    case 'as text':
      return `"${Number(raw).toFixed(2)}"`
    case 'seventeen digits':
      return Number(raw)
        .toPrecision(17)
        .replace(/\.?0+$/, '')
    default:
      return scientific(Number(raw))
  }
}

const scientific = (value: number): string => {
  const [digits = '', exponent = ''] = value.toExponential().split('e+')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`
}
