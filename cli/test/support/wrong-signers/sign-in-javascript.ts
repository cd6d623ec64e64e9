/** Wrong signatures as JavaScript makes them, and as other providers define theirs. */
import { createHash, createHmac } from 'node:crypto'
import { inspect } from 'node:util'

export type SignRequest = {
  body: Buffer
  timestamp: string
  secret: string
  old: string
  apiSecret: string
  eventId: string
}

/** The signature by the name of its mistake. */
export const signInJavaScript = (request: SignRequest): Record<string, string> => {
  const { body, timestamp: time, secret, apiSecret, eventId } = request
  const text = body.toString()
  const parsed = JSON.parse(text) as { event: string; data: Record<string, unknown> }
  const mac = (material: string | Buffer, key: string | Buffer = secret): Buffer =>
    createHmac('sha256', key).update(material).digest()
  const hex = (material: string | Buffer, key?: string | Buffer): string =>
    mac(material, key).toString('hex')
  const right = mac(text + time)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return {
    ...ofOtherProviders(request, hex),
    'the timestamp first': hex(time + text),
    'a colon between': hex(`${text}:${time}`),
    'no timestamp': hex(text),
    'the timestamp alone': hex(time),
    milliseconds: hex(text + String(Number(time) * 1000 + 417)),
    'an ISO time': hex(text + new Date(Number(time) * 1000).toISOString()),
    'the timestamp twice': hex(text + time + time),
    'a digest of the body': hex(bodyHash + time),
    'the event id': hex(`${eventId}.${time}.${text}`),
    'an object in a template': hex(`${parsed as unknown as string}${time}`),
    'a promise in a template': hex(`${Promise.resolve(text) as unknown as string}${time}`),
    'an undefined body': hex(`${undefined as unknown as string}${time}`),
    'JSON.stringify, indented': hex(JSON.stringify(parsed, null, 2) + time),
    'JSON.stringify of the data': hex(JSON.stringify(parsed.data) + time),
    'JSON.stringify of the buffer': hex(JSON.stringify(body) + time),
    'the buffer inspected': hex(inspect(body) + time),
    'a Uint8Array as text': hex(String(new Uint8Array(body)) + time),
    'a body and time document': hex(JSON.stringify({ body: text, timestamp: time })),
    encodeURIComponent: hex(encodeURIComponent(text) + time),
    'Latin-1': hex(Buffer.from(text + time, 'latin1')),
    'read as Latin-1': hex(body.toString('latin1') + time),
    'UTF-16': hex(Buffer.from(text + time, 'utf16le')),
    'CRLF behind the body': hex(`${text}\r\n${time}`),
    'a model without a field': hex(
      JSON.stringify({ ...parsed, data: { ...parsed.data, paidAt: undefined } }) + time,
    ),
    'a model with dates': hex(text.replace(/\.000Z"/, 'Z"') + time),
    'the API secret': hex(text + time, apiSecret),
    'a quoted secret': hex(text + time, `"${secret}"`),
    'a secret with a line end': hex(text + time, `${secret}\n`),
    'a secret cut to 32': hex(text + time, secret.slice(0, 32)),
    'a secret that is not set': hex(text + time, String(undefined)),
    'an empty secret': hex(text + time, ''),
    'hashed twice': createHash('sha256').update(right).digest('hex'),
    'cut to 32 digits': right.toString('hex').slice(0, 32),
    'digits without zeros': Array.from(right, (byte) => byte.toString(16)).join(''),
    'the bytes as a list': `[${right.join(', ')}]`,
    'the bytes as text': right.toString(),
    'base64 for URLs': right.toString('base64url'),
    'base64 in a form': right.toString('base64').replaceAll('+', ' '),
    'sha256= in front': `sha256=${right.toString('hex')}`,
  }
}

type Hex = (material: string | Buffer, key?: string | Buffer) => string

const ofOtherProviders = (
  { body, timestamp: time, secret, eventId }: SignRequest,
  hex: Hex,
): Record<string, string> => {
  const text = body.toString()
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const base64Key = Buffer.from(secret.split('_')[2] ?? '', 'base64')
  return {
    'as Slack': `v0=${hex(`v0:${time}:${text}`)}`,
    'as Stripe': `t=${time},v1=${hex(`${time}.${text}`)}`,
    'as GitHub': `sha256=${hex(text)}`,
    'as Shopify': Buffer.from(hex(text), 'hex').toString('base64'),
    'as Paddle': `ts=${time};h1=${hex(`${time}:${text}`)}`,
    'as Paystack': createHmac('sha512', secret).update(text).digest('hex'),
    'as Standard Webhooks': `v1,${Buffer.from(hex(`${eventId}.${time}.${text}`, base64Key), 'hex').toString('base64')}`,
    'method, path, body': hex(`POST\n/webhooks/platform\n${text}`),
    'method, path, time, body': hex(`POST\n/webhooks/platform\n${time}\n${text}`),
    'time, method, path, body': hex(`${time}POST/webhooks/platform${text}`),
    'path, time, hash': hex(`/webhooks/platform\n${time}\n${bodyHash}`),
    'URL and body': hex(`https://shop.example/pay/webhooks/platform${text}`),
  }
}
