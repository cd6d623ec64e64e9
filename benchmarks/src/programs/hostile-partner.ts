/**
 * Partners that return the worst lookup answers within the limits, or just beyond them. The first
 * segment of the path selects the answer. Webhooks are acknowledged.
 */
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sendToBench } from './program.ts'

const ANSWER_BYTES = 256 * 1024

/** Repeats a unit until the answer is full. */
const filled = (before: string, unit: string, after: string): string => {
  const room = ANSWER_BYTES - Buffer.byteLength(before + after) - 300
  return before + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + after
}

const listOf = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',')

/** The end of each answer, after the amount. */
const REST: Record<string, string> = {
  ordinary: '}',
  values: `,"details":[${listOf(49_901, () => '0')}]}`,
  keys: `,"x":{${listOf(1_900, (index) => `"${'k'.repeat(125)}${index}":0`)}}}`,
  labels: `,"details":[${listOf(200, () => `{"label_ar":"${'ش'.repeat(600)}","value":"v"}`)}]}`,
  escapes: filled(',"x":"', String.raw`\"`, '"}'),
  spaces: filled('', ' ', '}'),
  pieces: '}',
}

/** The platform refuses answers of more pieces. */
const PIECES = 4_000

const tails = new Map(Object.entries(REST).map(([name, rest]) => [name, Buffer.from(rest)]))

const server = createServer((request, response) => {
  const [, kind = '', reference = ''] = (request.url ?? '').split('/')
  if (request.method === 'POST') {
    request.resume().on('end', () => response.end('{"success":true}'))
    return
  }
  const head = Buffer.from(`{"reference":"${reference}","total_amount":10,"currency":"DZD"`)
  const body = Buffer.concat([head, tails.get(kind) ?? Buffer.from('}')])
  if (kind === 'pieces') return sendInPieces(response.socket, body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})

/** Sends the body and white space, each byte as a separate chunk. */
const sendInPieces = (socket: Socket | null, body: Buffer): void => {
  const text = body.toString('latin1').padEnd(PIECES, ' ')
  const chunks = Array.from(text, (character) => `1\r\n${character}\r\n`).join('')
  socket?.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  )
}

server.listen(0, '127.0.0.1', () => sendToBench({ port: (server.address() as AddressInfo).port }))
