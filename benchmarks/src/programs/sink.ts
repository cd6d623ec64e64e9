/**
 * The partners of the benchmarks: answers every GET with payment details for its reference and
 * acknowledges every POST, after the given delay. It implements just enough HTTP on plain sockets not
 * to be the bottleneck, and reports when the first and the last expected POST arrived.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setup, sendToBench } from './program.ts'

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
  if (posts === expected) sendToBench({ firstAtMs })
}

/** The answer to the first request of the text, and where that request ends; null if incomplete. */
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
server.listen(0, '127.0.0.1', 4_096, () =>
  sendToBench({ port: (server.address() as AddressInfo).port }),
)

process.on('message', (message: { expect: number }) => {
  expected = message.expect
  posts = 0
  sendToBench({ expecting: expected })
})
