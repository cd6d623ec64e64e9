/** A change of the API that breaks a caller of the last released document is named (section "Where to add"). */
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { brokenCallers } from './compare-documents.ts'
import { withoutTexts, type ApiDocument } from './document.ts'
import { copyOf, readCurrent, readReleased } from './released.ts'

test('today’s document breaks no caller of the last released one', () => {
  const remedy =
    'Keep the old way beside the new one. If it must break: name it in CHANGELOG.md, then npm run api:accept.'
  expect(brokenCallers(readReleased(), readCurrent()), remedy).toEqual([])
})

test('the copy without texts says the same of the API as the document', () => {
  const current = readCurrent()
  const copy = JSON.parse(copyOf(current)) as ApiDocument
  expect(brokenCallers(copy, current)).toEqual([])
  expect(brokenCallers(current, copy)).toEqual([])
  expect(Object.keys(copy.paths)).toEqual(Object.keys(current.paths))
})

test('a field that is named as a text is a field', () => {
  const schema = {
    description: 'a text',
    properties: { description: { type: 'string', title: 'x' } },
  }
  expect(withoutTexts(schema)).toEqual({ properties: { description: { type: 'string' } } })
})

const OBJECT = { type: 'object', additionalProperties: false } as const

/** A document of one operation of a channel. */
const apiOf = (sent: Schema, read: Schema, more: object = {}): ApiDocument => ({
  info: { version: '1' },
  paths: {
    '/channel/v1/payments': {
      post: {
        security: [{ channelKey: [] }, { session: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: sent } } },
        responses: { '201': { content: { 'application/json': { schema: read } } } },
        ...more,
      },
    },
  },
})

const brokenBy = (from: { sent?: Schema; read?: Schema }, to: typeof from): string[] =>
  brokenCallers(apiOf(from.sent ?? {}, from.read ?? {}), apiOf(to.sent ?? {}, to.read ?? {}))

const fields = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  ...OBJECT,
  properties,
  required,
})

const TEXT = { type: 'string' } as const

describe('what a caller sends', () => {
  const PLACE = 'POST /channel/v1/payments: a channel that'
  test.each<[string, Schema, Schema, string[]]>([
    ['a new field that may be missing', fields({}), fields({ agentId: TEXT }), []],
    [
      'a new field that is required',
      fields({}),
      fields({ reason: TEXT }, ['reason']),
      [`${PLACE} does not send "reason" breaks, because it is required now.`],
    ],
    [
      'a field that is refused',
      fields({ agentId: TEXT }),
      fields({}),
      [`${PLACE} sends "agentId" breaks, because it is refused now.`],
    ],
    [
      'another type',
      fields({ amount: { type: 'number' } }),
      fields({ amount: TEXT }),
      [`${PLACE} sends "amount" breaks, because it was number and is string now.`],
    ],
    ['a wider type', fields({ a: { type: 'integer' } }), fields({ a: { type: 'number' } }), []],
    [
      'a value that is not accepted any more',
      fields({ kind: { enum: ['A', 'B'] } }),
      fields({ kind: { enum: ['A', 'C'] } }),
      [`${PLACE} sends "kind" breaks, because "B" is not accepted any more.`],
    ],
    [
      'null that is not accepted any more',
      fields({ a: { anyOf: [TEXT, { type: 'null' }] } }),
      fields({ a: TEXT }),
      [`${PLACE} sends "a" breaks, because null is not accepted any more.`],
    ],
    [
      'a shorter text inside a list',
      fields({ list: { type: 'array', items: fields({ note: { ...TEXT, maxLength: 80 } }) } }),
      fields({ list: { type: 'array', items: fields({ note: { ...TEXT, maxLength: 40 } }) } }),
      [`${PLACE} sends "list[].note" breaks, because its maxLength is 40 now.`],
    ],
    ['a longer text', { ...TEXT, maxLength: 40 }, { ...TEXT, maxLength: 80 }, []],
  ])('%s', (_what, from, to, sentences) => {
    expect(brokenBy({ sent: from }, { sent: to })).toEqual(sentences)
  })
})

describe('what a caller reads', () => {
  const PLACE = 'POST /channel/v1/payments: a channel that reads'
  test.each<[string, Schema, Schema, string[]]>([
    ['a new field', fields({}), fields({ agentId: TEXT }, ['agentId']), []],
    ['a new value', { enum: ['A'] }, { enum: ['A', 'B'] }, []],
    [
      'a field that is gone',
      fields({ paidAt: TEXT }, ['paidAt']),
      fields({}),
      [`${PLACE} "paidAt" breaks, because it is not there any more.`],
    ],
    [
      'a field that can be missing',
      fields({ paidAt: TEXT }, ['paidAt']),
      fields({ paidAt: TEXT }),
      [`${PLACE} "paidAt" breaks, because it can be missing now.`],
    ],
    [
      'a field that can be null',
      fields({ paidAt: TEXT }),
      fields({ paidAt: { type: ['string', 'null'] } }),
      [`${PLACE} "paidAt" breaks, because it can be null now.`],
    ],
    ['a field that is never null now', { type: ['string', 'null'] }, TEXT, []],
    [
      'a fraction where whole numbers came',
      fields({ a: { type: 'integer' } }),
      fields({ a: { type: 'number' } }),
      [`${PLACE} "a" breaks, because it was integer and is number now.`],
    ],
  ])('%s', (_what, from, to, sentences) => {
    expect(brokenBy({ read: from }, { read: to })).toEqual(sentences)
  })
})

test('an operation, an answer, a key or a parameter that is gone', () => {
  const before = apiOf({}, {}, { parameters: [{ name: 'limit', in: 'query', schema: TEXT }] })
  expect(brokenCallers(before, { info: { version: '2' }, paths: {} })).toEqual([
    'POST /channel/v1/payments: a channel breaks, because it is not there any more.',
  ])
  const after = apiOf(
    {},
    {},
    {
      security: [{ operatorKey: [] }, { session: [] }],
      responses: { '200': {} },
      parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: TEXT }],
    },
  )
  expect(brokenCallers(before, after)).toEqual([
    'POST /channel/v1/payments: a channel breaks, because it may not call this any more.',
    'POST /channel/v1/payments: a channel that sends "limit" breaks, because it is refused now.',
    'POST /channel/v1/payments: a channel that does not send "Idempotency-Key" breaks, because it is required now.',
    'POST /channel/v1/payments: a channel breaks, because 201 is no answer any more.',
  ])
})

test('a partner’s server reads what the platform sends, and sends what it answers', () => {
  const hostedBy = (sent: Schema, answered: Schema): ApiDocument => {
    const { paths } = apiOf(sent, answered)
    const [item = {}] = Object.values(paths)
    return { info: { version: '1' }, paths: {}, webhooks: { 'payment.success': item } }
  }
  const before = hostedBy(fields({ amount: { type: 'number' } }, ['amount']), fields({}))
  const after = hostedBy(fields({}), fields({ success: { type: 'boolean' } }, ['success']))
  const place = 'The webhook payment.success: a partner’s server that'
  expect(brokenCallers(before, after)).toEqual([
    `${place} reads "amount" breaks, because it is not there any more.`,
    `${place} does not send "success" breaks, because it is required now.`,
  ])
})

test('a type that contains itself is compared once', () => {
  const treeOf = (leaf: Schema): ApiDocument => ({
    ...apiOf({}, { $ref: '#/components/schemas/Tree' }),
    components: {
      schemas: {
        Tree: fields({
          leaf,
          below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        }),
      },
    },
  })
  expect(brokenCallers(treeOf(TEXT), treeOf({ type: 'number' }))).toEqual([
    'POST /channel/v1/payments: a channel that reads "leaf" breaks, because it was string and is number now.',
  ])
})
