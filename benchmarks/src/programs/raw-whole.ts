/**
 * The floor of `whole`: an HTTP server that opens and confirms payments and tells their status with
 * bare SQL, asks the partner with bare undici, and posts unsigned webhooks. It checks no key, no
 * quota and no answer, and repeats nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Pool } from 'undici'
import { loadStatement, OPEN_STATEMENT } from './load-statement.ts'
import { setup, sendToBench } from './program.ts'

const { url, sink, concurrency, partners, channelId } = setup() as {
  url: string
  sink: string
  concurrency: number
  partners: number
  channelId: number
}

const CONNECTIONS = 16

/** The floor of `confirm` computes the ids that it was seeded with; here the channel names one. */
const CONFIRM = loadStatement('confirm.sql')
  .replace(
    /with numbered as[^]*?\), moved as/,
    'with asked as (select $1::int as partner_id, $2::uuid as payment_id), moved as',
  )
  .replace(':channel::', '$3::')

const STATUS = `
  select payments.stage, payments.payment_id from live_references
  join payments using (partner_id, payment_id)
  where live_references.partner_id = $1 and live_references.reference = $2`

const DELIVERED = `
  update webhook_deliveries set due_at = null, delivered_at = wasl_now(), attempts = 1
  where partner_id = $1 and event_id = event_id_of($2::uuid, $3)`

const pool = new pg.Pool({
  connectionString: url,
  max: CONNECTIONS,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
})
const shops = new Pool(sink, { connections: concurrency })

const FIRST_PARTNER = 1_001

const partnerOf = (reference: string): number =>
  FIRST_PARTNER + (Number(reference.slice('floor-'.length)) % partners)

const query = async (name: string, text: string, values: unknown[]) => {
  const { rows, rowCount } = await pool.query({ name, text, values })
  if (rowCount !== 1) throw new Error(`${name} changed ${rowCount} rows: ${values.join(', ')}`)
  return rows[0] as Record<string, string>
}

const deliver = async (partner: number, paymentId: string, ordinal: number): Promise<void> => {
  const body = JSON.stringify({ event: 'payment', data: { paymentId } })
  const headers = { 'content-type': 'application/json' }
  const answer = await shops.request({ method: 'POST', path: '/', headers, body })
  await answer.body.dump()
  await query('delivered', DELIVERED, [partner, paymentId, ordinal])
}

/** The partner of each payment, which the platform reads out of its id. */
const partnerOfPayment = new Map<string, number>()

const open = async (reference: string): Promise<object> => {
  const { body } = await shops.request({ method: 'GET', path: `/${reference}` })
  await body.json()
  const number = Number(reference.slice('floor-'.length))
  const { payment_id: paymentId = '' } = await query('open', OPEN_STATEMENT, [
    number,
    partners,
    channelId,
  ])
  partnerOfPayment.set(paymentId, partnerOf(reference))
  void deliver(partnerOf(reference), paymentId, 1)
  return { paymentId, stage: 'locked' }
}

const confirm = async (paymentId: string): Promise<object> => {
  const partner = partnerOfPayment.get(paymentId) ?? 0
  partnerOfPayment.delete(paymentId)
  await query('confirm', CONFIRM, [partner, paymentId, channelId])
  void deliver(partner, paymentId, 2)
  return { paymentId, stage: 'paid' }
}

const answer = async (request: IncomingMessage): Promise<[number, object]> => {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  const parts = (request.url ?? '').split('/')
  if (request.method === 'GET') {
    const reference = parts.at(-2) ?? ''
    return [200, await query('status', STATUS, [partnerOf(reference), reference])]
  }
  if (parts.at(-1) === 'confirm') return [200, await confirm(parts.at(-2) ?? '')]
  return [201, await open((JSON.parse(text) as { reference: string }).reference)]
}

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [status, body] = await answer(request)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const server = createServer((request, response) => void serve(request, response))
server.listen(0, '127.0.0.1', () => sendToBench({ port: (server.address() as AddressInfo).port }))
