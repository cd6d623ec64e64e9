import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut, as when the network or the server itself goes away. */
export type CuttableWay = {
  /** The same URL by way of this. */
  url: string
  /** Breaks every connection and refuses new ones until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Refuses new connections until `restore`; the others stay. */
  refuse(): void
  /** From now on connections lead to another server, as when an address moves; others stay. */
  leadTo(url: string): void
  /** What is connected now hears nothing any more, as when a machine is gone without a word. */
  silence(): void
}

/** Passes bytes on between 127.0.0.1 and the server of a URL. */
export const startCuttableWay = async (url: string): Promise<CuttableWay> => {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const socket of [near, far]) track(socket)
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    return server
  }
  let server = await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = String(port)
  return {
    url: way.href,
    async cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    refuse: () => void server.close(),
    async restore() {
      server = await listen(port)
    },
    leadTo(other) {
      target = new URL(other)
    },
    silence() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
