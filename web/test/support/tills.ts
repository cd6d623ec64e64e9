/** A channel with agents who work at tills, each in a browser of their own. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import { signInAs, type SignedIn } from '../../../platform/test/support/people.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import type { Stage, Visit } from './stage.ts'

export type Worker = { agentId: string; name: string; person: SignedIn }

export type Tills = {
  server: PartnerServer
  partner: TestPartner
  channel: TestChannel
  /** Calls the channel API with the channel's key. */
  call(method: string, path: string, body?: unknown): Promise<any>
  /** An agent of the channel who is signed in; on shift unless `float` is null. */
  hire(name: string, role?: 'agent' | 'courier', float?: number | null): Promise<Worker>
  /** The till of a worker, in a window of its own. */
  open(worker: Pick<Worker, 'person'>, visit: Visit): Promise<Page>
  /** The newest payment of a reference. */
  paymentOf(reference: string): Promise<any>
}

export const openTills = async (
  stage: Stage,
  kind: 'AGENCY' | 'DELIVERY' = 'AGENCY',
): Promise<Tills> => {
  const { platform } = stage
  const server = await startPartner()
  const partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  const channel = await platform.createChannel(kind)
  const { channelId, apiKey: key } = channel
  const call: Tills['call'] = async (method, path, body) => {
    const options = body === undefined ? { key } : { key, body }
    const answer = await platform.call(method, `/channel/v1${path}`, options)
    expect([answer.status < 300, answer.text]).toEqual([true, expect.anything()])
    return answer.body
  }
  return {
    server,
    partner,
    channel,
    call,
    async hire(name, role = 'agent', float = 0) {
      const { agentId } = await call('POST', '/agents', { name })
      if (float !== null) await call('POST', '/shifts', { agentId, float })
      const person = await signInAs(platform, { side: 'channel', role, channelId, agentId, name })
      return { agentId, name, person }
    },
    async open({ person }, visit) {
      const page = await stage.visit({ ...visit, cookie: person.headers['cookie'] ?? '' })
      await page.goto('/till')
      return page
    },
    async paymentOf(reference) {
      const { items } = await call('GET', '/payments?limit=200')
      return items.find((one: { reference: string }) => one.reference === reference)
    },
  }
}

/** A scanner's pause between two keys. */
const BETWEEN_MS = 10

/** What a browser calls the key of a character that is a digit, a letter or a space. */
const codeOf = (key: string): string => {
  if (/^\d$/.test(key)) return `Digit${key}`
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return key === ' ' ? 'Space' : ''
}

/**
 * Types as a hardware scanner does. The browser trusts the keys, so that Enter and a space press a button
 * that has the focus; each has its own time, so that a slow machine types as fast as a quick one.
 */
export const scan = async (page: Page, text: string): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  const startMs = Date.now()
  for (const [index, key] of [...Array.from(text), 'Enter'].entries()) {
    const isEnter = key === 'Enter'
    const pressed = {
      key,
      code: isEnter ? 'Enter' : codeOf(key),
      windowsVirtualKeyCode: isEnter ? 13 : key.toUpperCase().charCodeAt(0),
      timestamp: (startMs + index * BETWEEN_MS) / 1_000,
    }
    const typed = { type: 'keyDown', ...pressed, text: isEnter ? '\r' : key } as const
    await browser.send('Input.dispatchKeyEvent', typed)
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
  }
  await browser.detach()
}
