import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { hostProblem } from './host-header.ts'

const request = (httpVersion: string, ...rawHeaders: string[]): IncomingMessage =>
  ({ httpVersion, rawHeaders }) as IncomingMessage

describe('the Host of a request', () => {
  test('is exactly one in HTTP/1.1', () => {
    expect(hostProblem(request('1.1', 'Accept', '*/*', 'HOST', 'a'))).toBeNull()
    expect(hostProblem(request('1.1', 'Accept', 'host'))).toMatch('received 0')
    expect(hostProblem(request('1.1', 'Host', 'a', 'host', 'a'))).toMatch('received 2')
  })

  test('may be missing in HTTP/1.0, but not repeated', () => {
    expect(hostProblem(request('1.0'))).toBeNull()
    expect(hostProblem(request('1.0', 'Host', 'a', 'Host', 'b'))).toMatch('received 2')
  })
})
