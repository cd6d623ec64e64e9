import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { createOutbound } from '../../base/outbound/outbound.ts'
import { discover } from './discover.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

let calls = 0
const server = createServer((_request, response) => {
  calls += 1
  response.end('{}')
})

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))

afterAll(() => new Promise((resolve) => server.close(resolve)))

test.for([
  ['https://127.0.0.1', 'not a public address'],
  ['https://directory.internal', 'not a public address'],
  ['http://login.ecole.example', 'expected an https URL'],
])('a directory at %s is never called: %s', async ([address, why]) => {
  const { port } = server.address() as AddressInfo
  // The name is of the machine behind the firewall, as a name server of an attacker answers.
  const lookup = () => Promise.resolve(['127.0.0.1'])
  const outbound = createOutbound({ allowPrivateTargets: false, lookup })
  const guarded = createGuardedFetch(outbound.send, 1001)
  const policy = createAddressPolicy({ allowPrivateTargets: false })
  const found = await discover(guarded, `${address}:${port}`, policy)
  expect(found).toMatchObject({ ok: false, message: expect.stringContaining(why ?? '') })
  expect(calls).toBe(0)
  await outbound.close()
})
