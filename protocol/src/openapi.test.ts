import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ERRORS, PARTNER_ERRORS } from './errors.ts'
import { buildOpenApi } from './openapi.ts'
import { NAMED_SCHEMAS } from './named.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const document = JSON.parse(JSON.stringify(buildOpenApi())) as Json

/** Every value of the document with the keys that lead to it. */
const walk = function* (
  value: Json,
  path: string[] = [],
): Generator<[path: string[], value: Json]> {
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key])
}

const at = (path: readonly string[], root: Json = document): Json | undefined =>
  path.reduce<Json | undefined>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string, Json>)[key]
        : undefined,
    root,
  )

const target = (ref: string): Json | undefined =>
  at(
    ref
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  )

/** The value itself, or what it refers to. */
const resolved = (value: Json): Json | undefined => {
  const ref = at(['$ref'], value)
  return typeof ref === 'string' ? target(ref) : value
}

const METHODS = new Set(['get', 'post', 'patch', 'put', 'delete'])

const operations = (under: 'paths' | 'webhooks'): [name: string, operation: Json][] =>
  [...walk(at([under]) ?? {}, [])].flatMap(([path, value]) =>
    path.length === 2 && METHODS.has(path[1] ?? '')
      ? [[`${path[1]?.toUpperCase()} ${path[0]}`, value] satisfies [string, Json]]
      : [],
  )

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 in plain JSON, the same at every call', () => {
    expect(at(['openapi'])).toMatch(/^3\.1\./)
    expect(buildOpenApi()).toStrictEqual(document)
    expect(JSON.stringify(buildOpenApi())).toBe(JSON.stringify(document))
  })

  test('closes every object in a request to the platform (D24), and no other', () => {
    const bodies = operations('paths').flatMap<[string, Json]>(([name, operation]) => {
      const schema = at(['requestBody', 'content', 'application/json', 'schema'], operation)
      return schema === undefined || name.endsWith(' /webhooks/platform') ? [] : [[name, schema]]
    })
    expect(bodies.length).toBeGreaterThan(10)
    for (const [name, schema] of bodies) {
      const objects = [...walk(resolved(schema) ?? {})]
        .map(([, value]) => value)
        .filter((value) => at(['type'], value) === 'object')
      const closed = objects.map((object) => at(['additionalProperties'], object))
      expect([name, closed]).toEqual([name, objects.map(() => false)])
    }
    for (const open of ['PaymentDetails', 'WebhookEvent', 'Acknowledgement', 'PaymentStatus']) {
      const text = JSON.stringify(at(['components', 'schemas', open]))
      expect(text).not.toContain('"additionalProperties":false')
    }
  })

  test('has every endpoint of sections 4.1 to 4.5 and of D20 to D23', () => {
    expect(operations('paths').map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'GET /{reference}',
        'POST /webhooks/platform',
        'GET /partner/payments/v1/{reference}/status',
        'POST /partner/qr/v1/set-qr-config',
        'POST /partner/qr/v1/un-set-qr-config',
        'GET /partner/webhooks/v1/events',
        'GET /partner/webhooks/v1/events/{eventId}',
        'POST /partner/webhooks/v1/events/{eventId}/redeliver',
        'POST /partner/webhooks/v1/redeliver',
        'POST /channel/v1/payments',
        'GET /channel/v1/payments/{paymentId}',
        'POST /channel/v1/payments/{paymentId}/confirm',
        'POST /channel/v1/payments/{paymentId}/cancel',
        'POST /channel/v1/payments/{paymentId}/fail',
        'GET /channel/v1/qr-codes/{token}',
        'POST /channel/v1/qr-codes/{token}/payments',
        'POST /channel/v1/refunds/redeem',
        'POST /operator/v1/partners',
        'GET /operator/v1/partners',
        'GET /operator/v1/partners/{partnerId}',
        'PATCH /operator/v1/partners/{partnerId}',
        'POST /operator/v1/partners/{partnerId}/rotate',
        'POST /operator/v1/channels',
        'GET /operator/v1/channels',
        'POST /operator/v1/channels/{channelId}/rotate',
        'GET /operator/v1/channel-kinds',
        'PATCH /operator/v1/channel-kinds/{kind}',
        'POST /operator/v1/operator-keys',
        'GET /operator/v1/operator-keys',
        'POST /operator/v1/operator-keys/{operatorKeyId}/revoke',
        'POST /operator/v1/partners/{partnerId}/qr-codes',
        'GET /operator/v1/partners/{partnerId}/qr-codes',
        'GET /operator/v1/qr-codes/{token}',
        'PATCH /operator/v1/qr-codes/{token}',
        'GET /operator/v1/qr-codes/{token}/configurations',
        'GET /operator/v1/qr-codes/{token}/image',
        'GET /operator/v1/qr-codes/{token}/poster',
        'GET /operator/v1/payments',
        'GET /operator/v1/payments/{paymentId}',
        'POST /operator/v1/payments/{paymentId}/refunds',
        'GET /operator/v1/refunds',
        'GET /operator/v1/refunds/{refundId}',
        'POST /operator/v1/refunds/{refundId}/approve',
        'POST /operator/v1/refunds/{refundId}/decline',
        'POST /operator/v1/refunds/{refundId}/code',
        'GET /operator/v1/webhook-events',
        'GET /operator/v1/webhook-events/{eventId}',
        'POST /operator/v1/webhook-events/{eventId}/redeliver',
        'POST /operator/v1/webhook-events/redeliver',
        'GET /operator/v1/audit-log',
        'GET /q/{token}',
        'GET /q',
        'GET /',
        'GET /healthz',
        'GET /readyz',
        'GET /metrics',
        'GET /docs',
        'GET /openapi.json',
      ]),
    )
  })

  test('has the events of section 6 and those on request (D27) as webhooks, signed', () => {
    expect(operations('webhooks').map(([name]) => name)).toEqual([
      'POST payment.initialized',
      'POST payment.success',
      'POST payment.fail',
      'POST payment.refunded',
    ])
    for (const [, operation] of operations('webhooks')) {
      const parameters = JSON.stringify(at(['parameters'], operation))
      expect(parameters).toContain('/XSignature')
      expect(parameters).toContain('/XTimestamp')
      expect(at(['security'], operation)).toEqual([{ apiSecret: [] }])
    }
  })

  test('has no dangling reference and no unused component', () => {
    const refs = new Set<string>()
    for (const [path, value] of walk(document)) {
      const isRef =
        path.at(-1) === '$ref' || path.slice(-3, -1).join('.') === 'discriminator.mapping'
      if (isRef && typeof value === 'string') refs.add(value)
    }
    for (const ref of refs) expect([ref, target(ref) !== undefined]).toEqual([ref, true])
    const unused = ['schemas', 'parameters', 'headers', 'examples', 'responses'].flatMap((kind) =>
      Object.keys(at(['components', kind]) ?? {})
        .map((name) => `#/components/${kind}/${name}`)
        .filter((ref) => !refs.has(ref)),
    )
    expect(unused).toEqual([])
  })

  test('gives every operation a unique id, a summary and its path parameters', () => {
    const all = [...operations('paths'), ...operations('webhooks')]
    const ids = all.map(([, operation]) => at(['operationId'], operation))
    expect(new Set(ids).size).toBe(all.length)
    for (const [name, operation] of all) {
      const named = [...name.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
      const parameters = Object.values(at(['parameters'], operation) ?? {}).map((parameter) =>
        resolved(parameter as Json),
      )
      const inPath = parameters.filter((parameter) => at(['in'], parameter) === 'path')
      expect(inPath.map((parameter) => at(['name'], parameter))).toEqual(named)
      expect(at(['summary'], operation)).toBeTypeOf('string')
    }
  })

  test('documents every error code at some endpoint, under its HTTP status', () => {
    const documented = new Set<string>()
    for (const [name, operation] of operations('paths')) {
      for (const [status, response] of Object.entries(at(['responses'], operation) ?? {})) {
        for (const code of codesOf(response as Json)) {
          documented.add(code)
          const own = { ...ERRORS, ...PARTNER_ERRORS }[code as keyof typeof ERRORS].status
          expect([name, code, status]).toEqual([
            name,
            code,
            status === 'default' ? 'default' : String(own),
          ])
        }
      }
    }
    const all = [...Object.keys(ERRORS), ...Object.keys(PARTNER_ERRORS)]
    expect([...documented].toSorted()).toEqual(all.toSorted())
  })

  test('lists the errors of any endpoint under each status that an endpoint lists', () => {
    const anywhere = codesOf(at(['components', 'responses', 'OtherError']) ?? null)
    // A reader of an endpoint in the document knows its path and method.
    const reachable = anywhere.filter((code) => !/^(?:ROUTE404|REQUEST405)_/.test(code))
    for (const [name, operation] of operations('paths')) {
      if (at(['responses', 'default'], operation) === undefined) continue
      for (const code of reachable as (keyof typeof ERRORS)[]) {
        const named = at(['responses', String(ERRORS[code].status)], operation)
        // A service that watches the platform is answered with a report of its own.
        if (named === undefined || codesOf(named).length === 0) continue
        expect([name, ...codesOf(named)]).toContain(code)
      }
    }
    expect(reachable).toContain('SERVER503_UNAVAILABLE')
  })

  test('every example satisfies its schema', () => {
    let held = 0
    for (const [path, media] of walk(document)) {
      if (path.at(-1) !== 'application/json') continue
      const schema = schemaOf(media)
      for (const example of Object.values(at(['examples'], media) ?? {})) {
        const value = at(['value'], resolved(example as Json))
        const result = schema?.safeParse(value)
        expect([path.join(' '), result?.success]).toEqual([path.join(' '), true])
        held += 1
      }
    }
    expect(held).toBeGreaterThan(80)
  })

  test('has no multipleOf for amounts, which validators check in floating point', () => {
    for (const [path] of walk(document)) expect(path.at(-1)).not.toBe('multipleOf')
  })

  test('requires an API key only for operations of the platform', () => {
    const keys = operations('paths').map(([name, operation]) => {
      const scheme = Object.keys(at(['security', '0'], operation) ?? { none: [] })[0]
      return `${name.split(' ')[1]?.split('/')[1]} ${scheme}`
    })
    expect([...new Set(keys)].toSorted()).toEqual([
      ' none',
      '.well-known none',
      'account none',
      'account session',
      'channel channelKey',
      'docs none',
      'healthz none',
      'metrics none',
      'openapi.json none',
      'operator operatorKey',
      'partner partnerKey',
      'q none',
      'r none',
      'readyz none',
      'receipt-worker.js none',
      'webhooks apiSecret',
      '{reference} apiSecret',
    ])
  })
})

const codesOf = (response: Json): string[] => {
  const schema = at(['content', 'application/json', 'schema', 'allOf', '1'], resolved(response))
  const error = at(['properties', 'error'], schema)
  const codes = at(['enum'], error) ?? at(['const'], error)
  return codes === undefined ? [] : [codes].flat().map(String)
}

const schemaOf = (media: Json): z.ZodType | undefined => {
  const ref = at(['schema', '$ref'], media) ?? at(['schema', 'allOf', '0', '$ref'], media)
  const name = typeof ref === 'string' ? ref.split('/').at(-1) : undefined
  return [...NAMED_SCHEMAS].find((entry) => entry[1] === name)?.[0]
}
