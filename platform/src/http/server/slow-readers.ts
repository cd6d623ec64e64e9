import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What waits for a reader is read within this time: half a mebibyte at the pace of an old phone. */
export const UNREAD_MS_MAX = 30_000

/** The bytes that a connection still owed at some moment, as a count of all it had been given. */
type Owed = { total: number; sinceMs: number }

export type ReadState = { bytesWritten: number; writableLength: number }

/**
 * Whether a connection has left unread, for longer than the limit, what waited for it at some moment. A
 * reader that takes a byte now and then is too slow as well; one that always has more to read, and
 * reads it, is not.
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
 * Ends connections whose answers are not read. Node has no limit for them: an answer that does not fit
 * into the network's buffers would keep its connection, and its memory, for as long as the other side
 * likes. They are looked at a few times within the limit, which costs a request nothing.
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
