import type { OperationTable } from '@wasl/protocol'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addRoutes, Answered, ANYONE, type Handlers } from './routes.ts'

const common = {
  caller: 'anyone',
  tag: 'Test',
  summary: 'A test',
  description: 'A test.',
} as const

const TABLE = {
  readThing: {
    ...common,
    method: 'GET',
    path: '/things/{thing}',
    aliases: ['/T/{thing}'],
    params: { thing: z.string().regex(/^[a-z]+$/) },
    query: z.strictObject({ limit: z.string().transform(Number).default(50) }),
    answer: { status: 200, description: 'It.', schema: z.object({ thing: z.string() }) },
    otherAnswers: [{ status: 503, description: 'Away.', schema: z.object({ away: z.boolean() }) }],
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  makeThing: {
    ...common,
    method: 'POST',
    path: '/things',
    body: { schema: z.strictObject({ size: z.int().default(1) }), optional: true },
    answer: { status: 201, description: 'Made.', schema: z.object({ size: z.int() }) },
    errors: ['VALIDATION400'],
  },
} as const satisfies OperationTable

const HANDLERS: Handlers<typeof TABLE, null> = {
  readThing({ params, query }, refuse) {
    if (params.thing === 'nothing') throw refuse('PAYMENT404_NOT_FOUND')
    if (params.thing === 'away') return new Answered(503, 'application/json', { away: true })
    return { thing: `${params.thing} ${query.limit + 1}` }
  },
  makeThing: ({ body }) => ({ size: body.size + 1 }),
}

const serve = (table: OperationTable = TABLE) => {
  const app = Fastify()
  addRoutes(app, table, HANDLERS as unknown as Handlers<OperationTable, null>, ANYONE)
  return app
}

describe('a route', () => {
  test('gives its handler the path, the query and the body as the schemas read them', async () => {
    const app = serve()
    expect((await app.inject('/things/tea')).json()).toEqual({ thing: 'tea 51' })
    expect((await app.inject('/things/tea?limit=7')).json()).toEqual({ thing: 'tea 8' })
    const made = await app.inject({ method: 'POST', url: '/things' })
    expect([made.statusCode, made.json()]).toEqual([201, { size: 2 }])
  })

  test('is served on each of its paths', async () => {
    expect((await serve().inject('/T/tea')).json()).toEqual({ thing: 'tea 51' })
  })

  test('refuses what its schemas refuse, before the handler', async () => {
    const app = serve()
    const codes: unknown[] = []
    app.setErrorHandler((error, _request, reply) => {
      codes.push((error as { code: string }).code)
      return reply.code(400).send({})
    })
    await app.inject('/things/TEA')
    await app.inject('/things/tea?colour=red')
    await app.inject({ method: 'POST', url: '/things', payload: { size: 'big' } })
    await app.inject('/things/nothing')
    expect(codes).toEqual([
      'VALIDATION400',
      'VALIDATION400',
      'VALIDATION400',
      'PAYMENT404_NOT_FOUND',
    ])
  })

  test('answers with the status and media type that its handler chose', async () => {
    const answer = await serve().inject('/things/away')
    expect([answer.statusCode, answer.json()]).toEqual([503, { away: true }])
  })

  test('is not added where another kind of caller was admitted', () => {
    const forOperators = { readThing: { ...TABLE.readThing, caller: 'person' } } as const
    expect(() => serve(forOperators)).toThrow('readThing is for person, not for anyone')
  })
})

test('what an operation does not declare does not compile', () => {
  type Wanted = Handlers<typeof TABLE, null>['readThing']
  const code: Wanted = (_, refuse) => {
    // @ts-expect-error: the operation does not declare this code
    throw refuse('PARTNER404_NOT_FOUND')
  }
  // @ts-expect-error: the operation does not declare this status
  const status: Wanted = () => new Answered(404, 'application/json', { away: true })
  // @ts-expect-error: the schema of the answer does not have this field
  const answer: Wanted = () => ({ name: 'tea' })
  // @ts-expect-error: the schema of the body does not have this field
  const body: Handlers<typeof TABLE, null>['makeThing'] = (asked) => ({ size: asked.body.length })
  // @ts-expect-error: a handler is missing
  const missing: Handlers<typeof TABLE, null> = { readThing: HANDLERS.readThing }
  expect([code, status, answer, body, missing]).toHaveLength(5)
})
