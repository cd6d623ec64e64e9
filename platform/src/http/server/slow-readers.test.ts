import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '../../base/log.ts'
import { createServer } from './server.ts'
import { createReadWatch, type ReadState } from './slow-readers.ts'

const watched = () => {
  const isTooSlow = createReadWatch(30_000)
  const connection: ReadState = { bytesWritten: 0, writableLength: 0 }
  return (state: ReadState, nowMs: number): boolean =>
    isTooSlow(Object.assign(connection, state), nowMs)
}

test('a connection with nothing to read may be silent', () => {
  const isTooSlow = watched()
  expect(isTooSlow({ bytesWritten: 500, writableLength: 0 }, 0)).toBe(false)
  expect(isTooSlow({ bytesWritten: 500, writableLength: 0 }, 1e9)).toBe(false)
})

test('a reader that is too slow, even byte by byte, loses its connection', () => {
  const isTooSlow = watched()
  expect(isTooSlow({ bytesWritten: 1_000, writableLength: 400 }, 0)).toBe(false)
  expect(isTooSlow({ bytesWritten: 1_000, writableLength: 200 }, 30_000)).toBe(false)
  expect(isTooSlow({ bytesWritten: 1_000, writableLength: 1 }, 30_001)).toBe(true)
})

test('a reader that keeps up is never disconnected, even when more always waits', () => {
  const isTooSlow = watched()
  for (let round = 1; round < 100; round += 1) {
    const state = { bytesWritten: round * 1_000, writableLength: 999 }
    expect(isTooSlow(state, round * 20_000)).toBe(false)
  }
})

test('the server closes a connection whose answer is not read', async () => {
  const app = createServer({
    log: createLog('fatal'),
    trustProxy: false,
    answerBrokenPath: () => null,
    unreadMsMax: 120,
  })
  app.get('/long', () => 'x'.repeat(32 * 1024 * 1024))
  const ended = new Promise<void>((resolve) => {
    app.server.on('connection', (socket) => socket.once('close', () => resolve()))
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET /long HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect(ended).resolves.toBeUndefined()
  socket.destroy()
  await app.close()
})
