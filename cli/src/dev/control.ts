/** How another terminal calls a running `wasl dev`: on this machine, with a token. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EXIT } from '../exit-codes.ts'
import { Problem, unreachable } from '../problem.ts'
import { readRunning } from './home.ts'
import type { DevAnswer, DevRequest } from './requests.ts'

export type Control = { url: string; token: string; close(): Promise<void> }

type Reply = { answer: DevAnswer } | { problem: Pick<Problem, 'exitCode' | 'message' | 'remedies'> }

const BODY_BYTES_MAX = 64 * 1024

export const startControl = async (
  perform: (request: DevRequest) => Promise<DevAnswer>,
): Promise<Control> => {
  const token = randomBytes(32).toString('base64url')
  const isKnown = (request: IncomingMessage): boolean => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  const server = createServer((request, response) => {
    if (!isKnown(request)) {
      response.writeHead(401).end()
      return
    }
    void replyTo(request, perform).then((reply) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const replyTo = async (
  request: IncomingMessage,
  perform: (request: DevRequest) => Promise<DevAnswer>,
): Promise<Reply> => {
  try {
    return { answer: await perform(JSON.parse(await bodyOf(request)) as DevRequest) }
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof Problem)) {
      return { problem: { exitCode: EXIT.internal, message, remedies: [] } }
    }
    return { problem: { exitCode: error.exitCode, message, remedies: error.remedies } }
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Longer than a payment whose webhooks take ten seconds each. */
const TIMEOUT_MS = 90_000

/**
 * Sends a request to the `wasl dev` that runs on this data.
 *
 * @throws Problem when no `wasl dev` is running, or when it refuses.
 */
export const askRunning = async (directory: string, request: DevRequest): Promise<DevAnswer> => {
  const running = readRunning(directory)
  const notRunning = unreachable(
    `wasl dev is not running on ${directory}.`,
    'Start it in another terminal: wasl dev --api-url http://localhost:3000/pay',
  )
  if (!running) throw notRunning
  let reply: Reply
  try {
    const response = await fetch(running.controlUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // After a kill, another program may have the port.
    if (response.status !== 200) throw notRunning
    reply = (await response.json()) as Reply
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw notRunning
    throw unreachable(`wasl dev did not answer within ${TIMEOUT_MS / 1000} s.`)
  }
  if ('answer' in reply) return reply.answer
  const { exitCode, message, remedies } = reply.problem
  throw new Problem(exitCode, message, remedies)
}
