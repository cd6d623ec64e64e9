import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { openClient } from './open-client.ts'

/** What is done about the first message of a connection, which asks for the session's settings. */
type Greeting = (near: Socket, far: Socket, asked: Record<string, string>) => void

let close = (): void => undefined

afterEach(() => close())

/** A pooler before the test's PostgreSQL, as far as the beginning of a session goes. */
const startPooler = async (greet: Greeting): Promise<string> => {
  const target = new URL(inject('databaseServerUrl'))
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.once('data', (message) => greet(near, far, settingsIn(message)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => void server.close()
  const way = new URL(target)
  way.search = ''
  way.hostname = '127.0.0.1'
  way.port = String((server.address() as AddressInfo).port)
  return way.href
}

/** Four bytes of length and four of version; then names and values, with a zero after each. */
const settingsIn = (message: Buffer): Record<string, string> => {
  const words = message.subarray(8).toString().split('\0')
  const settings: Record<string, string> = {}
  for (let at = 0; words[at]; at += 2) settings[words[at] as string] = words[at + 1] as string
  return settings
}

const startup = (settings: Record<string, string>): Buffer => {
  const words = Object.entries(settings).flat()
  const body = Buffer.from(`\0\x03\0\0${words.map((word) => `${word}\0`).join('')}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

test('a pooler that refuses our session settings is named in the error', async () => {
  const url = await startPooler((near) => {
    const reason = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
    const head = Buffer.from('E\0\0\0\0')
    head.writeInt32BE(reason.length + 4, 1)
    near.end(Buffer.concat([head, Buffer.from(reason)]))
  })
  await expect(openClient(url, 'wasl')).rejects.toThrow(
    /^DATABASE_URL: the database \S+ is behind a pooler, which says: unsupported startup parameter: options\. .*name the database itself/,
  )
})

test('a pooler that drops our session settings is detected', async () => {
  const url = await startPooler((near, far, asked) => {
    far.write(startup({ ...asked, options: '' }))
    near.pipe(far).pipe(near)
  })
  await expect(openClient(url, 'wasl')).rejects.toThrow(
    /^DATABASE_URL: the database \S+ is behind a pooler that leaves out the settings .*name the database itself/,
  )
})

test('accepts a proxy that forwards every byte', async () => {
  const url = await startPooler((near, far, asked) => {
    far.write(startup(asked))
    near.pipe(far).pipe(near)
  })
  const client = await openClient(url, 'wasl')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})
