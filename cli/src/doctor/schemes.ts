/** What other providers sign: a version, method and path, a form, or JSON around the body. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'
import { WIDE_CHARSETS } from './charsets.ts'
import { RIGHT, type Material } from './materials.ts'

/** All of them are combined with few other mistakes. */
export const schemesOf = (paths: readonly string[]): Material[] => [
  ...versions(),
  ...withPath(paths),
  ...templates(),
  ...names(),
  ...charsets(),
]

type Write = (body: Buffer, timestamp: string) => readonly (Buffer | string)[]

const material = (found: Cause, write: Write): Material => ({
  build: (body, at) => Buffer.concat(write(body, at).map((part) => Buffer.from(part))),
  causes: [found],
  isRare: true,
})

const versions = (): Material[] =>
  ['v0', 'v1', 'v2'].flatMap((version) => {
    const found = cause(
      'order_scheme',
      `"${version}:timestamp:body" was signed, as Slack does.`,
      RIGHT,
    )
    return [':', '.', '='].map((between) =>
      material(found, (body, at) => [version + between + at + between, body]),
    )
  })

const PATH_SEPARATORS = ['\n', '', '.', ':', '|', ' ', '&', '\r\n', ','] as const

/** The method, the path and a digest of the body, in the orders that are in use. */
const withPath = (paths: readonly string[]): Material[] =>
  paths.flatMap((path) => {
    const found = cause(
      'order_scheme',
      `The method or the URL (${JSON.stringify(path)}) was signed too. Here it is not signed.`,
      RIGHT,
    )
    return PATH_SEPARATORS.flatMap((between) =>
      ['POST', 'post', null].flatMap((method) => {
        const before = method === null ? [path] : [method, path]
        return ORDERS.map((order) =>
          material(found, (body, at) => joined(order(before, body, at), between)),
        )
      }),
    )
  })

type Part = Buffer | string

const sha256 = (body: Buffer): string => hash('sha256', body)

const ORDERS: readonly ((before: readonly string[], body: Buffer, at: string) => Part[])[] = [
  (before, body) => [...before, body],
  (before, body, at) => [...before, body, at],
  (before, body, at) => [...before, at, body],
  (before, body, at) => [at, ...before, body],
  (before, body, at) => [body, at, ...before],
  (before, body, at) => [body, ...before, at],
  (before, body, at) => [...before, at, sha256(body)],
  (before, body, at) => [...before, sha256(body), at],
  (before, body) => [...before, sha256(body)],
  (before, body, at) => [at, ...before, sha256(body)],
  (before, _body, at) => [...before, at],
  (before, _body, at) => [at, ...before],
]

const joined = (parts: readonly Part[], between: string): Part[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))

const templates = (): Material[] => {
  const scheme = (shown: string): Cause => cause('order_scheme', `Signed was ${shown}.`, RIGHT)
  const time = ['timestamp', 'X-Timestamp', 'x-timestamp', 't', 'ts'] as const
  const body = ['body', 'payload', 'data', 'rawBody'] as const
  return [
    ...time.map((name) =>
      material(scheme(`the body and "${name}=" before the timestamp`), (bytes, at) => [
        bytes,
        `${name}=${at}`,
      ]),
    ),
    ...time.flatMap((name) => [
      material(scheme(`"${name}:" with the timestamp, a newline, the body`), (bytes, at) => [
        `${name}:${at}\n`,
        bytes,
      ]),
      material(scheme(`"${name}=" with the timestamp, "&", the body`), (bytes, at) => [
        `${name}=${at}&`,
        bytes,
      ]),
    ]),
    ...body.flatMap((what) =>
      time.flatMap((when) => [
        material(scheme(`"${what}=…&${when}=…", a form`), (bytes, at) => [
          `${what}=`,
          bytes,
          `&${when}=${at}`,
        ]),
        material(scheme(`"${when}=…&${what}=…", a form`), (bytes, at) => [
          `${when}=${at}&${what}=`,
          bytes,
        ]),
        ...documents(what, when).map((write) =>
          material(scheme(`another JSON with "${what}" and "${when}"`), write),
        ),
      ]),
    ),
    material(scheme('a JSON list of body and timestamp'), (bytes, at) => [
      JSON.stringify([bytes.toString(), at]),
    ]),
    ...time.flatMap((when) =>
      ['', '"'].map((quote) =>
        material(scheme(`the body with an additional field "${when}"`), (bytes, at) => [
          bytes.subarray(0, -1),
          `,"${when}":${quote}${at}${quote}}`,
        ]),
      ),
    ),
  ]
}

/** Both in one JSON document, in either order: the body as JSON or text, the time as number or text. */
const documents = (what: string, when: string): Write[] =>
  [(body: Buffer): Part => body, (body: Buffer): Part => JSON.stringify(body.toString())].flatMap(
    (write) =>
      ['', '"'].flatMap((quote): Write[] => [
        (body, at) => [`{"${what}":`, write(body), `,"${when}":${quote}${at}${quote}}`],
        (body, at) => [`{"${when}":${quote}${at}${quote},"${what}":`, write(body), '}'],
      ]),
  )

/** A template without its values: single quotes in PHP and shells, a missing f in Python. */
const names = (): Material[] => {
  const found = cause(
    'order_names',
    'The names of the variables were signed, not their values.',
    `Double quotes in PHP and in a shell, backquotes in JavaScript, an f in front in Python. ${RIGHT}`,
  )
  const frames = ['$%', '${%}', '{%}', '{$%}', '#{%}', '%'] as const
  return ['body', 'payload', 'rawBody', 'raw_body', 'data'].flatMap((body) =>
    ['timestamp', 'ts'].flatMap((time) =>
      frames.flatMap((frame) =>
        ['', '.'].map((between) =>
          material(found, () => [
            [body, time].map((name) => frame.replace('%', name)).join(between),
          ]),
        ),
      ),
    ),
  )
}

const charsets = (): Material[] =>
  WIDE_CHARSETS.flatMap(({ name, encode }) => {
    const found = cause(
      'order_charset',
      `Body and timestamp were signed in ${name}.`,
      'Sign bytes, and turn text into UTF-8: Encoding.UTF8, "utf8", StandardCharsets.UTF_8.',
    )
    return [
      material(found, (body, at) => [encode(body.toString() + at)]),
      material(found, (body, at) => [body, encode(at)]),
    ]
  })
