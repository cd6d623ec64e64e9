import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type RawResponse = {
  status: number
  /** Names in lower case; of a header sent twice, both values with a line feed between them. */
  headers: Record<string, string>
  body: string
}

export type RawExchange = {
  /** Whole responses in the order in which they came; interim ones (1xx) included. */
  responses: RawResponse[]
  /** Bytes behind the last whole response; anything but '' is a broken answer. */
  rest: string
  /** Whether the server closed the connection, and did not merely fall silent. */
  closed: boolean
  durationMs: number
}

export type RawOptions = {
  /** A server that has answered and then says nothing for this long has said all. */
  silenceMs?: number
  /** How many whole responses make an answer: a pause before the last of them is no silence. */
  responses?: number
  /** The longest that a server may take for them; one that never answers costs as much. */
  patienceMs?: number
  /** Pause before each further piece, for senders that drip. */
  pauseMs?: number
}

/**
 * Sends bytes (in Latin-1) as they are, piece by piece, and reads until the server closes the
 * connection or falls silent behind its answer.
 */
export const exchange = async (
  port: number,
  pieces: string | Iterable<string>,
  { silenceMs = 400, responses = 1, patienceMs = 10_000, pauseMs = 0 }: RawOptions = {},
): Promise<RawExchange> => {
  const startedAt = performance.now()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    // A busy machine is silent too, so silence says nothing before the answer has come.
    timer = setTimeout(resolve, patienceMs)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      if (responsesIn(received).responses.length < responses) return
      clearTimeout(timer)
      timer = setTimeout(resolve, silenceMs)
    })
    const end = (): void => {
      closed = true
      resolve()
    }
    // A reset is the harshest way of closing.
    socket.on('end', end).on('close', end).on('error', end)
  })
  const sending = (async () => {
    for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
      if (closed || socket.destroyed) return
      socket.write(piece, 'latin1')
      if (pauseMs > 0) await pause(pauseMs)
    }
  })()
  await over
  clearTimeout(timer)
  socket.destroy()
  await sending
  return { ...responsesIn(received), closed, durationMs: performance.now() - startedAt }
}

const responsesIn = (received: string): { responses: RawResponse[]; rest: string } => {
  const responses: RawResponse[] = []
  let rest = received
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd < 0) return { responses, rest }
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (Number.isNaN(status)) return { responses, rest }
    const headers = headersOf(lines)
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0)
    if (rest.length < bodyEnd) return { responses, rest }
    responses.push({ status, headers, body: rest.slice(headEnd + 4, bodyEnd) })
    rest = rest.slice(bodyEnd)
  }
}

const headersOf = (lines: string[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value
  }
  return headers
}
