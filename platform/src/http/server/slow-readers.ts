import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The time for a client to read what waits for it: half a mebibyte at the speed of an old phone.
 */
export const UNREAD_MS_MAX = 30_000

/** How many bytes a connection had been given at some moment, of which some were still unread. */
type Owed = { total: number; sinceMs: number }

export type ReadState = { bytesWritten: number; writableLength: number }

/**
 * Whether bytes that waited for a connection's reader at some moment are still unread after the
 * limit. A reader that takes a byte now and then is too slow as well; one that keeps reading is
 * not, even if more always waits.
 */
export const createReadWatch = (unreadMsMax = UNREAD_MS_MAX) => {
  const owed = new WeakMap<ReadState, Owed>()
  return (connection: ReadState, nowMs: number): boolean => {
    const { bytesWritten, writableLength } = connection
    if (writableLength === 0) {
      owed.delete(connection)
      return false
    }
    const known = owed.get(connection)
    if (known === undefined || bytesWritten - writableLength >= known.total) {
      owed.set(connection, { total: bytesWritten, sinceMs: nowMs })
      return false
    }
    return nowMs - known.sinceMs > unreadMsMax
  }
}

/**
 * Closes connections whose client does not read the answers. Node.js sets no limit: an answer
 * larger than the network's buffers would keep its connection and memory as long as the client
 * likes. Connections are checked a few times within the limit, which costs requests nothing.
 */
export const endSlowReaders = (server: Server, unreadMsMax = UNREAD_MS_MAX): void => {
  const isTooSlow = createReadWatch(unreadMsMax)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const socket of sockets) if (isTooSlow(socket, nowMs)) socket.destroy()
  }, unreadMsMax / 6)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}
