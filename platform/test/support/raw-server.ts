import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

export type RawServer = {
  port: number
  origin: string
  /** Connections accepted so far. */
  connectionCount(): number
  /** The text of every request read so far, head and body. */
  requests: string[]
  /** Connections open at this moment. */
  openCount(): number
  close(): Promise<void>
}

/** Writes whatever it likes; called once for each whole request on a connection. */
export type Script = (socket: Socket, request: string, requestNumber: number) => void

/**
 * A server that speaks no protocol: it waits for one whole request (by its Content-Length) and lets
 * the script write any bytes it likes. What a hostile or broken partner is made of.
 */
export const startRawServer = async (
  script: Script,
  listen: (handle: (socket: Socket) => void) => Server = createServer,
): Promise<RawServer> => {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let connectionCount = 0
  const server = listen((socket) => {
    connectionCount += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let end = requestEnd(text); end > 0; end = requestEnd(text)) {
        const request = text.slice(0, end)
        text = text.slice(end)
        script(socket, request, requests.push(request))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connectionCount: () => connectionCount,
    requests,
    openCount: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const requestEnd = (text: string): number => {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0)
  const end = headEnd + 4 + length
  return text.length >= end ? end : 0
}

/** A whole response with a Content-Length. */
export const response = (status: number, body: string | Buffer, headers: string[] = []): Buffer => {
  const bytes = Buffer.from(body)
  const head = [`HTTP/1.1 ${status} Whatever`, `Content-Length: ${bytes.length}`, ...headers]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}
