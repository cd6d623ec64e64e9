/** Faults in the answers to lookups. */
import { ids } from './fault.ts'
import type { PartnerFault } from './fault.ts'
import { detailsOf, referenceIn } from './honest.ts'
import { error } from './rules.ts'
import type { Reply, Rules } from './rules.ts'
import { REFERENCES } from './shop.ts'
import type { Order } from './shop.ts'

const withDetails = (change: (details: Record<string, unknown>, order: Order) => object) => ({
  detailsOf: (order: Order) => change({ ...detailsOf(order) }, order),
})

const refusing = (state: 'paid' | 'unavailable' | undefined, reply: Reply): Partial<Rules> => ({
  refuse: (found) => {
    if (found === state) return reply
    if (found === 'paid') return error(409, 'ALREADY_PAID')
    return found === 'unavailable' ? error(503, 'SERVICE_UNAVAILABLE') : error(404, 'NOT_FOUND')
  },
})

const breakingOn = (pattern: RegExp): Partial<Rules> => ({
  find: (reference, shop) => {
    if (pattern.test(reference)) throw new RangeError('no such reference')
    return shop.orders.get(reference)
  },
})

const writing = (write: Rules['write']): Partial<Rules> => ({ write })

const JSON_TYPE = { 'content-type': 'application/json' }

const isDetails = ({ status, value }: Reply): boolean =>
  status === 200 && typeof value === 'object' && value !== null && 'total_amount' in value

/** State that requests share by mistake. */
const asked = { reference: '' }

export const LOOKUP_FAULTS: readonly PartnerFault[] = [
  {
    name: 'the total is a text',
    rules: withDetails((details, { total }) => ({ ...details, total_amount: total.toFixed(2) })),
    fails: ['lookup-total-number'],
  },
  {
    name: 'the total is a floating-point sum',
    rules: withDetails((details, { total }) => ({ ...details, total_amount: total + 5e-13 })),
    fails: ['lookup-total-decimals'],
  },
  {
    name: 'the total is written with all the digits of its double',
    rules: writing((response, reply) => {
      const text = JSON.stringify(reply.value)
      const all = text.replace(/"total_amount":([0-9.]+)/, '"total_amount":$10000000000000001')
      response.writeHead(reply.status, JSON_TYPE).end(all)
    }),
    fails: ['lookup-total-decimals'],
  },
  {
    name: 'the total is in centimes with a third decimal',
    rules: withDetails((details, { total }) => ({ ...details, total_amount: total + 0.005 })),
    fails: ['lookup-total-decimals'],
  },
  {
    name: 'the currency is a symbol',
    rules: withDetails((details) => ({ ...details, currency: 'DA' })),
    fails: ['lookup-currency'],
  },
  {
    name: 'the amounts of the breakdown are texts',
    rules: withDetails((details, { lines }) => ({
      ...details,
      amount_detail: lines.map(({ label_fr, value }) => ({ label_fr, value: String(value) })),
    })),
    fails: ['lookup-amount-detail'],
  },
  {
    name: 'an empty breakdown is null',
    rules: withDetails((details) => ({ ...details, amount_detail: null })),
    fails: ['lookup-amount-detail'],
  },
  {
    name: 'the values of the details are numbers',
    rules: withDetails((details) => ({ ...details, details: [{ label_en: 'Order', value: 117 }] })),
    fails: ['lookup-details'],
  },
  {
    name: 'details is an object',
    rules: withDetails((details) => ({ ...details, details: { period: '2026-10' } })),
    fails: ['lookup-details'],
  },
  {
    name: 'a missing label is null',
    rules: withDetails((details) => ({
      ...details,
      details: [{ label_ar: null, label_fr: 'Période', value: '2026-10' }],
    })),
    fails: ['lookup-labels'],
  },
  {
    name: 'the breakdown omits the fee',
    rules: withDetails((details, { lines }) => ({ ...details, amount_detail: lines.slice(1) })),
    fails: ['lookup-breakdown'],
  },
  {
    name: 'the reference is returned in lower case',
    rules: withDetails((details, { reference }) => ({
      ...details,
      reference: reference.toLowerCase(),
    })),
    fails: ['lookup-reference', 'reference-odd', 'load-lookups'],
  },
  {
    name: 'the details begin with a byte order mark',
    rules: writing((response, reply) => {
      const mark = isDetails(reply) ? '\uFEFF' : ''
      response.writeHead(reply.status, JSON_TYPE).end(mark + JSON.stringify(reply.value))
    }),
    fails: ['lookup-json-strict'],
  },
  {
    name: 'the details have a duplicate key',
    rules: writing((response, reply) => {
      const text = JSON.stringify(reply.value)
      const twice = isDetails(reply) ? text.replace('{', '{"currency":"DZD",') : text
      response.writeHead(reply.status, JSON_TYPE).end(twice)
    }),
    fails: ['lookup-json-strict'],
  },
  {
    name: 'a lookup changes the reference',
    rules: withDetails((details, order) => {
      // Only this one: the others are paid with the amount of an earlier lookup.
      if (order.reference === REFERENCES.payable) order.total += 100
      return { ...details, amount_detail: [] }
    }),
    fails: ['lookup-repeatable'],
  },
  {
    name: 'an unknown reference is answered with an HTML page',
    rules: {
      write: (response, { status, value }) => {
        if (status === 404)
          response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
        else response.writeHead(status, JSON_TYPE).end(JSON.stringify(value))
      },
    },
    fails: ['lookup-unknown', 'answers-json'],
  },
  {
    name: 'an unknown reference is answered with 200 and nothing',
    rules: refusing(undefined, { status: 200, value: {} }),
    fails: ['lookup-unknown', 'reference-malformed'],
  },
  {
    name: 'a paid reference is answered as not found',
    rules: refusing('paid', error(404, 'NOT_FOUND')),
    fails: ['lookup-paid', 'payment-then-paid'],
  },
  {
    name: 'a paid reference has another error code',
    rules: refusing('paid', error(409, 'PAID')),
    fails: ['lookup-paid', 'payment-then-paid'],
  },
  {
    name: 'an outage is answered with 500',
    rules: refusing('unavailable', error(500, 'SERVICE_UNAVAILABLE')),
    fails: ['lookup-unavailable'],
  },
  {
    name: 'an outage has no message',
    rules: refusing('unavailable', { status: 503, value: { error: 'SERVICE_UNAVAILABLE' } }),
    fails: ['lookup-unavailable', 'answers-errors'],
  },
  {
    name: 'other methods break the server',
    rules: {
      onOtherMethod: () => {
        throw new Error('no such method')
      },
    },
    fails: ['lookup-other-methods'],
  },
  {
    name: 'the reference is decoded twice',
    rules: { referenceIn: (rawPath) => decodeURIComponent(decodeURIComponent(rawPath)) },
    fails: [...ids('reference', 'percent', 'wildcards', 'exact', 'odd', 'malformed')],
  },
  {
    name: 'the reference is not decoded',
    rules: { referenceIn: (rawPath) => rawPath },
    fails: ['reference-odd'],
  },
  {
    name: 'a plus sign is read as a space',
    rules: { referenceIn: (rawPath) => referenceIn(rawPath.replaceAll(/\+|%2B/g, ' ')) },
    fails: ['reference-odd', 'reference-plus-or-space'],
    first: 'reference-plus-or-space',
  },
  {
    name: 'a malformed encoding breaks the server',
    rules: { referenceIn: (rawPath) => decodeURIComponent(rawPath) },
    fails: ['reference-malformed'],
  },
  {
    name: 'only the last segment of the decoded path counts',
    rules: { referenceIn: (rawPath) => referenceIn(rawPath)?.split('/').at(-1) ?? null },
    fails: ids('reference', 'exact', 'odd'),
  },
  {
    name: 'references of more than 100 characters are refused',
    rules: {
      find: (reference, shop) => {
        if (reference.length > 100) throw new RangeError('value too long for type varchar(100)')
        return shop.orders.get(reference)
      },
    },
    fails: ['reference-length'],
  },
  {
    name: 'orders are the keys of an object',
    rules: {
      find: (reference, shop) => {
        const orders = Object.fromEntries(shop.orders) as Record<string, Order>
        const order = orders[reference]
        if (order !== undefined && order.lines === undefined) throw new TypeError('not an order')
        return order
      },
    },
    fails: ['reference-names'],
  },
  {
    name: 'orders are found with LIKE',
    rules: {
      find: (reference, shop) => {
        const literal = reference.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        const like = new RegExp(`^${literal.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's')
        return [...shop.orders.values()].find((order) => like.test(order.reference))
      },
    },
    fails: ['reference-wildcards'],
  },
  {
    name: 'the beginning of a reference is enough',
    rules: {
      find: (reference, shop) =>
        [...shop.orders.values()].find((order) => order.reference.startsWith(reference)),
    },
    fails: ['reference-part'],
  },
  {
    name: 'the end of a reference is enough',
    rules: {
      find: (reference, shop) =>
        [...shop.orders.values()].find((order) => order.reference.endsWith(reference)),
      detailsOf: (order, reference) => ({ ...detailsOf(order), reference }),
    },
    fails: ['reference-part'],
  },
  ...[
    { what: 'case', same: (text: string) => text.toLowerCase() },
    { what: 'accents', same: (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '') },
    { what: 'text after a semicolon', same: (text: string) => text.replace(/;.*$/, '') },
  ].map(({ what, same }): PartnerFault => ({
    name: `references are compared without ${what}`,
    rules: {
      find: (reference, shop) =>
        [...shop.orders.values()].find((order) => same(order.reference) === same(reference)),
      detailsOf: (order, reference) => ({ ...detailsOf(order), reference }),
    },
    fails: ['reference-exact'],
  })),
  ...[
    {
      what: 'non-ASCII letters',
      pattern: /[\u0080-\u{10ffff}]/u,
      fails: ['arabic', 'length', 'exact', 'odd'],
    },
    { what: 'spaces', pattern: / /, fails: ['space', 'quotes', 'odd'] },
    { what: 'slashes', pattern: /[/\\]/, fails: ['slash', 'dots', 'exact', 'quotes', 'odd'] },
    { what: 'plus signs', pattern: /\+/, fails: ['plus', 'odd'] },
    { what: 'question marks', pattern: /[?#]/, fails: ['query', 'exact', 'odd'] },
    { what: 'dot segments', pattern: /\.\./, fails: ['dots'] },
  ].map(({ what, pattern, fails }) => ({
    name: `a reference with ${what} breaks the server`,
    rules: breakingOn(pattern),
    fails: ids('reference', ...fails),
  })),
  {
    name: 'the details come in a list',
    rules: { detailsOf: (order) => [detailsOf(order)] },
    fails: ['lookup-payable', 'reference-odd'],
  },
  {
    name: 'the reference is part of the SQL text',
    rules: {
      find: (reference, shop) => {
        if (/['"]/.test(reference)) throw new SyntaxError('syntax error at or near "1"')
        return shop.orders.get(reference)
      },
      onError: (cause) => ({
        status: 500,
        value: { error: 'INTERNAL', errorMessage: cause instanceof Error ? cause.message : '' },
      }),
    },
    fails: ['reference-quotes', 'answers-no-stack-trace'],
  },
  {
    name: 'the SQL is shown when nothing is found',
    rules: {
      referenceIn: (rawPath) => (asked.reference = referenceIn(rawPath) ?? ''),
      refuse: (state) => {
        if (state === 'paid') return error(409, 'ALREADY_PAID')
        if (state === 'unavailable') return error(503, 'SERVICE_UNAVAILABLE')
        const statement = `select * from orders where reference = '${asked.reference}'`
        return { status: 404, value: { error: 'NOT_FOUND', errorMessage: `No row: ${statement}` } }
      },
    },
    fails: ['answers-no-stack-trace'],
  },
]
