/**
 * The partners of the benchmarks: answers every GET with payment details for the reference asked
 * for, and every POST with an acknowledgement, after the given delay. It speaks just enough HTTP over
 * plain sockets to be no bottleneck, and tells when the first and the last expected POST came.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setup, tell } from './program.ts'

const { delayMs } = setup() as { delayMs: number }

const answer = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

const ACKNOWLEDGED = answer('{"success":true}')
const HEADERS_END = '\r\n\r\n'

let expected = Infinity
let posts = 0
let firstAtMs = 0

const countPost = (): void => {
  posts += 1
  if (posts === 1) firstAtMs = Date.now()
  if (posts === expected) tell({ firstAtMs })
}

/** The answer to the request that begins the text, and where it ends; null when it is incomplete. */
const answerFirst = (text: string): { reply: string; end: number } | null => {
  const headersEnd = text.indexOf(HEADERS_END)
  if (headersEnd === -1) return null
  if (text.startsWith('GET ')) {
    const path = text.slice(4, text.indexOf(' ', 4))
    const reference = path.slice(path.lastIndexOf('/') + 1)
    return {
      reply: answer(`{"reference":"${reference}","total_amount":599.8,"currency":"DZD"}`),
      end: headersEnd + HEADERS_END.length,
    }
  }
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
  const end = headersEnd + HEADERS_END.length + length
  if (text.length < end) return null
  countPost()
  return { reply: ACKNOWLEDGED, end }
}

const serve = (socket: Socket): void => {
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    text += chunk
    for (let first = answerFirst(text); first !== null; first = answerFirst(text)) {
      const { reply, end } = first
      text = text.slice(end)
      if (delayMs === 0) socket.write(reply)
      else setTimeout(() => socket.writable && socket.write(reply), delayMs)
    }
  })
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', 4_096, () => tell({ port: (server.address() as AddressInfo).port }))

process.on('message', (message: { expect: number }) => {
  expected = message.expect
  posts = 0
  tell({ expecting: expected })
})
