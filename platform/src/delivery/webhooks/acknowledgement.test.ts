import { describe, expect, test } from 'vitest'
import { judge } from './acknowledgement.ts'

const SECRET = 'wasl_sec_0123456789abcdefghijklmnopqrstuvwxyz'

const answer = (status: number, body: string | Buffer) =>
  judge(
    {
      ok: true,
      status,
      headers: { 'content-type': undefined, 'retry-after': undefined },
      body: Buffer.from(body),
      durationMs: 1,
    },
    SECRET,
  )

describe('an attempt is acknowledged by', () => {
  test.each([
    '{"success":true}',
    ' { "success" : true , "more": [1] }\n',
    '{"success":true,"success":true}',
  ])('HTTP 200 with %s', (body) => {
    expect(answer(200, body)).toEqual({ outcome: 'acknowledged', error: null })
  })
})

describe('an attempt is not acknowledged by', () => {
  test.each([
    [201, '{"success":true}', 'the status was 201, not 200'],
    [204, '', 'the status was 204, not 200'],
    [200, '', 'the body is not valid JSON'],
    [200, 'OK', 'the body is not valid JSON'],
    [200, 'true', 'the body is not a JSON object'],
    [200, '[{"success":true}]', 'the body is not a JSON object'],
    [200, 'null', 'the body is not a JSON object'],
    [200, '{}', 'the body has no field "success"'],
    [200, '{"success":"true"}', 'the field "success" is "true", not true'],
    [200, '{"success":1}', 'the field "success" is 1, not true'],
    [200, '{"success":false}', 'the field "success" is false, not true'],
    [200, '{"success":{"ok":true}}', 'the field "success" is an object, not true'],
    [200, '{"success":null}', 'the field "success" is null, not true'],
    [200, '{"Success":true}', 'the body has no field "success"'],
    [200, '\ufeff{"success":true}\u0000', 'the body is not valid JSON'],
  ])('HTTP %i with %j', (status, body, because) => {
    const { outcome, error } = answer(status, body)
    expect(outcome).toBe('not_acknowledged')
    expect(error).toContain(because)
  })

  test.each([
    ['more values', `[0${',0'.repeat(3_000)}]`, 'it has more than 2048 values'],
    ['deeper nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'it is nested deeper than 32'],
  ])('a body with %s than any acknowledgement needs', (_name, value, because) => {
    const { outcome, error } = answer(200, `{"success":true,"more":${value}}`)
    expect(outcome).toBe('not_acknowledged')
    expect(error).toContain(because)
  })

  test('a success that is our own secret, which is not repeated', () => {
    const { error } = answer(200, JSON.stringify({ success: `${SECRET} and more` }))
    expect(error).toContain('is "[secret] and more", not true')
  })

  test('bytes that are not UTF-8', () => {
    const body = Buffer.concat([
      Buffer.from('{"success":true,"x":"'),
      Buffer.from([0xff, 0x22, 0x7d]),
    ])
    expect(answer(200, body).outcome).toBe('not_acknowledged')
  })

  test.each([301, 400, 404, 500, 503])('HTTP %i, which is recorded as a status', (status) => {
    expect(answer(status, '{"success":true}').outcome).toBe('http_status')
  })
})
