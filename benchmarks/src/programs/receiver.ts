/**
 * A node:http server that receives and acknowledges webhooks: with the partner kit's handler, with a
 * peer's verification as its documentation shows it, or without verification (the floor).
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPartner, memoryDedupe, toNodeHandler } from '@wasl/partner-kit'
import { API_SECRET, HMAC_SECRET, receiverOf, type Contestant, type Headers } from '../receivers.ts'
import { setup, sendToBench } from './program.ts'

const { contestant } = setup() as { contestant: Contestant | 'none' }

const ACKNOWLEDGEMENT = JSON.stringify({ success: true })

const readBody = (request: IncomingMessage, then: (body: Buffer) => void): void => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => then(Buffer.concat(chunks)))
}

const acknowledging =
  (verify: (body: Buffer, headers: Headers) => unknown): RequestListener =>
  (request, response) => {
    readBody(request, (body) => {
      try {
        verify(body, request.headers as Headers)
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.end(ACKNOWLEDGEMENT)
      } catch {
        response.writeHead(401).end()
      }
    })
  }

const partner = (): RequestListener =>
  toNodeHandler(
    createPartner({
      apiSecret: API_SECRET,
      hmacSecret: HMAC_SECRET,
      dedupe: memoryDedupe(),
      lookup: () => ({ status: 'not_found' }),
      on: { 'payment.success': () => {} },
    }),
  )

const listener = (): RequestListener => {
  if (contestant === 'wasl') return partner()
  return acknowledging(contestant === 'none' ? () => null : receiverOf(contestant).verify)
}

const server = createServer(listener())
server.listen(0, '127.0.0.1', () => sendToBench({ port: (server.address() as AddressInfo).port }))
