import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { foreignHostProblem, hostProblem, ownHostsOf } from './host-header.ts'

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

  const own = ownHostsOf('http://localhost:4000')
  const problemOf = (host?: string) =>
    foreignHostProblem({ headers: { host } } as IncomingMessage, own)

  test.each(['localhost:4000', 'LOCALHOST:4000', '127.0.0.1:4000', 'host.docker.internal:4000'])(
    'of a demonstration may be %s',
    (host) => {
      expect(problemOf(host)).toBeNull()
    },
  )

  test.each([
    'evil.example:4000',
    'localhost:4001',
    'localhost',
    'localhost.evil.example:4000',
    'localhost:4000.evil.example',
    '',
    undefined,
  ])('of a demonstration is a name of this machine: %s', (host) => {
    expect(problemOf(host)).toMatch('expected one of localhost:4000')
  })
})
