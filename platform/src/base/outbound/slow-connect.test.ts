/** A host with two addresses, of which the first is slow to take a connection and the second is dead. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'

/** Prints its port. Lets two connections wait to be accepted, and drops what comes then. */
const SERVER = `
  const server = require('node:http').createServer((request, response) => response.end('ok'))
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port))
  setTimeout(() => process.exit(), 60_000)
`

let server: ChildProcess
let crowd: Socket[] = []

afterEach(() => {
  for (const socket of crowd) socket.destroy()
  server.kill('SIGKILL')
})

/** A server that is stopped in its tracks, with so many waiting that nobody is let in any more. */
const startCrowdedServer = async (): Promise<number> => {
  server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
  const port = Number(line)
  server.kill('SIGSTOP')
  crowd = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await expect.poll(() => crowd.filter(({ connecting }) => !connecting).length).toBe(2)
  return port
}

// Other systems treat a crowd differently.
test.skipIf(process.platform !== 'linux')(
  'an address that takes a second to connect to is not given up for one that is dead',
  async () => {
    const port = await startCrowdedServer()
    const outbound = createOutbound({
      allowPrivateTargets: true,
      lookup: async () => ['127.0.0.1', '::1'],
    })
    const sent = outbound.send({
      method: 'GET',
      url: `http://shop.example:${port}/`,
      headers: {},
      timeoutMs: 5_000,
      maxBytes: 1_024,
      partner: 1001,
    })
    await pause(600)
    for (const socket of crowd) socket.destroy()
    server.kill('SIGCONT')
    expect(await sent).toMatchObject({ ok: true, status: 200 })
    await outbound.close()
  },
)
