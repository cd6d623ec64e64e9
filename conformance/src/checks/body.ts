/**
 * The signature covers the raw bytes (D13). Each body here is one event in another JSON notation. A
 * partner that verifies the raw bytes acknowledges it; one that parses and re-encodes first refuses it.
 */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import type { Event } from '../event.ts'
import { expectAcknowledged, expectRefused } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { UNKNOWN_FIELDS, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

type Case = {
  id: string
  title: string
  /** Each one writes the event in its own notation. */
  bodies: readonly ((event: Event) => string)[]
  remedy: string
}

const RAW =
  'Verify the raw bytes before you parse them: express.raw() before express.json(), ' +
  "file_get_contents('php://input') in PHP, request.get_data() in Flask, request.body in Django, " +
  'await request.text() in fetch servers.'

const LINK = 'https://shop.example/orders/1'

const NOTE = 'دفع نقدي عند «الوكالة» رقم ٤٢ — reçu nº 7 🧾'

const CASES: readonly Case[] = [
  {
    id: 'arabic',
    title: 'A body with Arabic letters in UTF-8 is verified by its raw bytes.',
    bodies: [(event) => written(event, { note: NOTE })],
    remedy: `Writing \\u062f for د changes the bytes. ${RAW}`,
  },
  {
    id: 'escaped',
    title: 'A body with letters as \\u escapes is verified by its raw bytes.',
    bodies: [(event) => escaped(written(event, { note: NOTE }))],
    remedy: `Writing د for \\u062f changes the bytes. ${RAW}`,
  },
  {
    id: 'escaped-slashes',
    title: 'A body with escaped or plain slashes is verified by its raw bytes.',
    bodies: [
      (event) => written(event, { note: LINK }),
      (event) => written(event, { note: LINK }).replaceAll('/', '\\/'),
    ],
    remedy: `PHP's json_encode writes \\/ for /, others do not. ${RAW}`,
  },
  {
    id: 'white-space',
    title: 'A body with white space between its tokens is verified by its raw bytes.',
    bodies: [(event) => JSON.stringify(event, null, 2), (event) => ` ${JSON.stringify(event)}\r\n`],
    remedy: RAW,
  },
  {
    id: 'key-order',
    title: 'A body with its keys in another order is verified by its raw bytes.',
    bodies: [
      ({ event, data }) => {
        const reversed = Object.fromEntries(Object.entries(data).toReversed())
        return JSON.stringify({ data: reversed, event })
      },
    ],
    remedy: RAW,
  },
  {
    id: 'number',
    title: 'A body with a number such as 599.80 is verified by its raw bytes.',
    bodies: ['599.80', '1.5e2'].map(
      (number) => (event: Event) =>
        written(event, { fee: 0 }).replace('"fee":0', `"fee":${number}`),
    ),
    remedy: `Re-encoding turns 599.80 into 599.8. ${RAW}`,
  },
  {
    id: 'percent',
    title: 'A body with %, +, & and = is verified by its raw bytes and not form-decoded.',
    bodies: [(event) => written(event, { note: '50%25 + 1%2B1 %22 a=b&c=d' })],
    remedy: `The body is JSON, not a form: nothing is percent-encoded, and + is a plus sign. ${RAW}`,
  },
  {
    id: 'large',
    title: 'A body of 16 KiB is accepted.',
    bodies: [(event) => written(event, { note: 'x'.repeat(16 * 1024) })],
    remedy: 'Accept webhook bodies of up to 256 KiB.',
  },
]

const common = { group: 'body', calls: 'webhook' } as const

const checkOf = ({ id, title, bodies, remedy }: Case): Check => ({
  ...common,
  id: `body-${id}`,
  title,
  section: 'section 5, D13',
  needs: ['payable'],
  after: [WEBHOOK_ACKNOWLEDGED, UNKNOWN_FIELDS],
  run: (session) =>
    each(bodies, async (write) => {
      const body = Buffer.from(write(failEvent(session.subject())))
      const exchange = await session.deliver(body)
      const what = 'A webhook that is signed over exactly these bytes'
      return expectAcknowledged({ exchange, what, remedy })
    }),
})

const notAnEvent = (session: Session): Promise<Finding> =>
  each(['', 'hello', '{"event":', '[]', 'null', '"payment.fail"', '{}'], async (text) => {
    const exchange = await session.deliver(Buffer.from(text))
    const what = `A correctly signed webhook whose body is ${text === '' ? 'empty' : text}`
    const remedy =
      'After the signature, check that the body is a JSON object with event and data. If it is not, answer ' +
      '400.'
    return expectRefused({ exchange, what, remedy })
  })

export const bodyChecks: readonly Check[] = [
  ...CASES.map(checkOf),
  {
    ...common,
    id: 'body-in-pieces',
    title: 'A body that arrives in two pieces, cut inside an Arabic letter, is joined as bytes.',
    section: 'section 5, D13',
    needs: ['payable'],
    after: [WEBHOOK_ACKNOWLEDGED, UNKNOWN_FIELDS],
    run: async (session) => {
      const body = Buffer.from(written(failEvent(session.subject()), { note: NOTE }))
      const cutAt = body.indexOf(Buffer.from(NOTE)) + 1
      const exchange = await session.deliver(body, { cutAt })
      const what = 'A webhook whose body arrived in two pieces'
      const remedy =
        'Collect the pieces as bytes and join them (Buffer.concat) before you decode: text += chunk breaks ' +
        'a letter that two pieces share. Read until Content-Length bytes have arrived.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
  {
    ...common,
    id: 'body-charset',
    title: 'Content-Type: application/json; charset=utf-8 is accepted like application/json.',
    section: 'section 4.2',
    needs: ['payable'],
    after: [WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      const contentType = 'application/json; charset=utf-8'
      const exchange = await session.deliver(failEvent(session.subject()), { contentType })
      const what = `A webhook with Content-Type ${contentType}`
      const remedy =
        'Compare only the part before the semicolon, or read the bytes whatever the type.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
  {
    ...common,
    id: 'body-no-event',
    title: 'A signed body that is not an event is refused without an internal error.',
    section: 'section 2.4, W54',
    needs: [],
    run: notAnEvent,
  },
]

const written = ({ event, data }: Event, more: Record<string, unknown>): string =>
  JSON.stringify({ event, data: { ...data, ...more } })

/** Escapes every non-ASCII letter as JSON does. */
const escaped = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (unit) =>
    Array.from({ length: unit.length }, (_, index) => unit.charCodeAt(index))
      .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
      .join(''),
  )
