import { request } from 'undici'
import type { SeededChannel } from '../seed/called.ts'
import type { Platform } from './platform.ts'

/** A shop front: a channel that pays its partners through processes of the platform, in turn. */
export type PayingHouse = {
  platforms: readonly Platform[]
  channel: SeededChannel
  partners: readonly number[]
}

let references = 0

/** Opens and confirms payments, some at a time, of all partners in turn. */
export const pay = async (
  house: PayingHouse,
  payments: number,
  concurrency: number,
): Promise<void> => {
  let left = payments
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await payOne(house)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

/** With several processes, one opens the payment and the next one confirms it. */
const payOne = async ({ platforms, channel, partners }: PayingHouse): Promise<void> => {
  const number = (references += 1)
  const at = (place: number): Platform => platforms[place % platforms.length] as Platform
  const partnerId = `prt_${partners[number % partners.length]}`
  const body = { partnerId, reference: `PAID-${number}` }
  const opened = await post(at(number), channel, '/channel/v1/payments', body, 201)
  const path = `/channel/v1/payments/${String(opened['paymentId'])}/confirm`
  await post(at(number + 1), channel, path, {}, 200)
}

const post = async (
  { origin }: Platform,
  { apiKey }: SeededChannel,
  path: string,
  body: object,
  expected: number,
): Promise<Record<string, unknown>> => {
  const response = await request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode !== expected) throw new Error(`POST ${path}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
