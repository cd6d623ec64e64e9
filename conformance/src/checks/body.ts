/**
 * The signature covers the bytes (D13): each of these bodies is the same JSON written in another way,
 * and a partner that verifies what arrived acknowledges it. A partner that parses it and writes it again
 * cannot.
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
  /** Each writes an event in a way of its own. */
  bodies: readonly ((event: Event) => string)[]
  remedy: string
}

const RAW =
  'Verify the bytes as they arrived, and parse them afterwards: express.raw() before express.json(), ' +
  "file_get_contents('php://input') in PHP, request.get_data() in Flask, request.body in Django, " +
  'await request.text() in fetch servers.'

const LINK = 'https://shop.example/orders/1'

const NOTE = 'دفع نقدي عند «الوكالة» رقم ٤٢ — reçu nº 7 🧾'

const CASES: readonly Case[] = [
  {
    id: 'arabic',
    title: 'A body with Arabic letters as UTF-8 is verified as it came.',
    bodies: [(event) => written(event, { note: NOTE })],
    remedy: `A library that writes \\u062f for د has changed the bytes. ${RAW}`,
  },
  {
    id: 'escaped',
    title: 'A body with letters written as \\u escapes is verified as it came.',
    bodies: [(event) => escaped(written(event, { note: NOTE }))],
    remedy: `A library that writes د for \\u062f has changed the bytes. ${RAW}`,
  },
  {
    id: 'escaped-slashes',
    title: 'A body with escaped slashes, or with plain ones, is verified as it came.',
    bodies: [
      (event) => written(event, { note: LINK }),
      (event) => written(event, { note: LINK }).replaceAll('/', '\\/'),
    ],
    remedy: `PHP's json_encode writes \\/ for /, others do not. ${RAW}`,
  },
  {
    id: 'white-space',
    title: 'A body with white space between its parts is verified as it came.',
    bodies: [(event) => JSON.stringify(event, null, 2), (event) => ` ${JSON.stringify(event)}\r\n`],
    remedy: RAW,
  },
  {
    id: 'key-order',
    title: 'A body whose keys come in another order is verified as it came.',
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
    title: 'A body with a number such as 599.80 is verified as it came.',
    bodies: ['599.80', '1.5e2'].map(
      (number) => (event: Event) =>
        written(event, { fee: 0 }).replace('"fee":0', `"fee":${number}`),
    ),
    remedy: `Written again, 599.80 becomes 599.8. ${RAW}`,
  },
  {
    id: 'percent',
    title: 'A body with %, +, & and = is verified and read as it came.',
    bodies: [(event) => written(event, { note: '50%25 + 1%2B1 %22 a=b&c=d' })],
    remedy: `A body is JSON, not a form: nothing in it is percent-encoded, and + is a plus sign. ${RAW}`,
  },
  {
    id: 'large',
    title: 'A body of 16 KiB is taken.',
    bodies: [(event) => written(event, { note: 'x'.repeat(16 * 1024) })],
    remedy: 'Let bodies of webhooks be up to 256 KiB.',
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
      'After the signature, check that the body is a JSON object with event and data, and answer 400 ' +
      'when it is not.'
    return expectRefused({ exchange, what, remedy })
  })

export const bodyChecks: readonly Check[] = [
  ...CASES.map(checkOf),
  {
    ...common,
    id: 'body-in-pieces',
    title: 'A body that arrives in two pieces, cut within an Arabic letter, is put together again.',
    section: 'section 5, D13',
    needs: ['payable'],
    after: [WEBHOOK_ACKNOWLEDGED, UNKNOWN_FIELDS],
    run: async (session) => {
      const body = Buffer.from(written(failEvent(session.subject()), { note: NOTE }))
      const cutAt = body.indexOf(Buffer.from(NOTE)) + 1
      const exchange = await session.deliver(body, { cutAt })
      const what = 'A webhook whose body came in two pieces'
      const remedy =
        'Collect the pieces as bytes and join them (Buffer.concat) before you decode: text += chunk breaks ' +
        'a letter that lies across two pieces. Read until Content-Length bytes are there.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
  {
    ...common,
    id: 'body-charset',
    title: 'Content-Type: application/json; charset=utf-8 is taken like application/json.',
    section: 'section 4.2',
    needs: ['payable'],
    after: [WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      const contentType = 'application/json; charset=utf-8'
      const exchange = await session.deliver(failEvent(session.subject()), { contentType })
      const what = `A webhook with Content-Type ${contentType}`
      const remedy =
        'Look at the type before the semicolon only, or read the bytes whatever the type.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
  {
    ...common,
    id: 'body-no-event',
    title: 'A signed body that is no event is refused, and breaks nothing.',
    section: 'section 2.4, W54',
    needs: [],
    run: notAnEvent,
  },
]

const written = ({ event, data }: Event, more: Record<string, unknown>): string =>
  JSON.stringify({ event, data: { ...data, ...more } })

/** Every letter beyond ASCII as JSON escapes it. */
const escaped = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (unit) =>
    Array.from({ length: unit.length }, (_, index) => unit.charCodeAt(index))
      .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
      .join(''),
  )
