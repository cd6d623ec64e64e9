import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningShop } from './shop.ts'

export const listen = (listener: RequestListener): Promise<RunningShop> =>
  listening(createServer(listener))

export const listening = async (server: Server): Promise<RunningShop> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { port, close }
}
