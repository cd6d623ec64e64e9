/** A channel with agents and shifts, over HTTP, in tests of cash (D30). */
import type { Denomination } from '@wasl/protocol'
import { DENOMINATIONS } from '@wasl/protocol'
import { expect } from 'vitest'
import { newReference, type Answer, type TestChannel } from './node.ts'
import { giveCash, safeOf } from './custody.ts'
import type { Scene } from './scene.ts'

export type Till = {
  channel: TestChannel
  safe: string
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  agent(fields?: Record<string, unknown>): Promise<string>
  /** Starts a shift; the safe is given the float first. Returns its id. */
  shift(agentId: string, float?: number): Promise<string>
  /** An agent on shift. */
  onShift(float?: number): Promise<{ agentId: string; shiftId: string }>
  open(fields?: Record<string, unknown>): Promise<Answer>
  /** Opens a payment of this price for an agent, and confirms it; returns its id. */
  collect(agentId: string | null, price: number): Promise<string>
  confirm(paymentId: string, body?: unknown): Promise<Answer>
  /** Counts this many dinars. */
  count(shiftId: string, dinars: number): Promise<Answer>
  cash(): Promise<any>
}

/** Notes and coins that add up to this many dinars. */
export const notesOf = (dinars: number): { [Name in Denomination]?: number } => {
  let left = Math.round(dinars * 100)
  const notes: { [Name in Denomination]?: number } = {}
  const largestFirst = Object.entries(DENOMINATIONS).toSorted(([, one], [, other]) => other - one)
  for (const [name, centimes] of largestFirst) {
    const pieces = Math.floor(left / centimes)
    left -= pieces * centimes
    if (pieces > 0) notes[name as Denomination] = pieces
  }
  return notes
}

/** A channel of its own. */
export const openTill = async (scene: Omit<Scene, 'channel'> & Partial<Scene>): Promise<Till> => {
  const { platform, server, partner } = scene
  const channel = await platform.createChannel('AGENCY')
  const safe = safeOf(channel)

  const call: Till['call'] = (method, path, body, headers = {}) =>
    platform.call(method, `/channel/v1${path}`, {
      key: channel.apiKey,
      ...(body !== undefined && { body }),
      headers,
    })

  const well = async (answering: Promise<Answer>, status: number): Promise<any> => {
    const answer = await answering
    expect([answer.status, answer.text]).toEqual([status, expect.anything()])
    return answer.body
  }

  const agent: Till['agent'] = async (fields = {}) =>
    (await well(call('POST', '/agents', { name: 'Karim', ...fields }), 201)).agentId

  const shift: Till['shift'] = async (agentId, float = 0) => {
    if (float > 0) await giveCash(platform.pool, safe, float * 100)
    return (await well(call('POST', '/shifts', { agentId, float }), 201)).shiftId
  }

  const open: Till['open'] = (fields = {}) =>
    call('POST', '/payments', {
      partnerId: partner.partnerId,
      reference: newReference(),
      ...fields,
    })

  const confirm: Till['confirm'] = (paymentId, body) =>
    call('POST', `/payments/${paymentId}/confirm`, body)

  return {
    channel,
    safe,
    call,
    agent,
    shift,
    open,
    confirm,
    async onShift(float = 0) {
      const agentId = await agent()
      return { agentId, shiftId: await shift(agentId, float) }
    },
    async collect(agentId, price) {
      const reference = newReference()
      server.prices.set(reference, price)
      const { paymentId } = await well(open({ reference, ...(agentId && { agentId }) }), 201)
      await well(confirm(paymentId), 200)
      return paymentId
    },
    count: (shiftId, dinars) =>
      call('POST', `/shifts/${shiftId}/count`, { denominations: notesOf(dinars) }),
    cash: async () => (await call('GET', '/cash')).body,
  }
}
