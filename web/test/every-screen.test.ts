/**
 * Every screen of the applications, with something on it: axe in three languages, both themes, wide
 * and narrow; no foreign request, no violation of the policy and no error of a script (`useStage`).
 */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBooks } from '../../platform/test/support/books.ts'
import { safeOf } from '../../platform/test/support/custody.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs, type NewUser } from '../../platform/test/support/people.ts'
import { newReference, type TestPartner } from '../../platform/test/support/node.ts'
import { openTill, type Till } from '../../platform/test/support/till.ts'
import { PLACES } from '../src/till/places.ts'
import { expectGoodScreens, problemsOfScreen } from './support/every-screen.ts'
import { pathsOf, type Examples } from './support/routes.ts'
import { useStage } from './support/stage.ts'
import type { Look } from './support/visits.ts'

const stage = useStage({ refundApprovalAbove: 10_000 })

/** What would run, or turn the page round, if it were obeyed; and it is long. */
const HOSTILE = '"><img src=x onerror=alert(1)> \u202eelbatpmet & Fils'

let server: PartnerServer
let partner: TestPartner
let till: Till
let agentId: string
let examples: Examples

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  partner = await platform.createPartner(server, { name: 'Dar El Bahia', nameAr: 'دار البهية' })
  const channel = await platform.createChannel('AGENCY')
  till = await openTill({ platform, server, partner, channel })
  const { channelId } = till.channel
  const books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  await books.nextDay()
  agentId = await till.agent({ name: 'عبد الرحمن بن الشيخ الحسين' })
  const shiftId = await till.shift(agentId, 5_000)
  const paymentId = await till.collect(agentId, 10_000)
  await till.count(shiftId, 14_800)
  const bag = { from: agentId, amount: 14_800, bag: 'BG-204417' }
  const { depositId } = (await till.call('POST', '/deposits', bag)).body
  await till.call('POST', `/deposits/${depositId}/deposited`, { slip: { number: '0071' } })
  await books.karim('POST', `/deposits/${depositId}/bank`, { amount: 14_800 })
  await books.nextDay()
  const { statementId } = await books.settle(partner)
  const refund = { amount: 200, reason: 'Payé deux fois' }
  await books.amina('POST', `/payments/${paymentId}/refunds`, refund, {
    'idempotency-key': randomUUID(),
  })
  await till.shift(agentId)
  await till.collect(agentId, 3_000)
  const offer = { from: agentId, to: safeOf(till.channel), amount: 1_000 }
  await till.call('POST', '/handovers', offer)
  await platform.settled()
  const key = partner.apiKey
  const { body: code } = await platform.call('POST', '/partner/settings/v1/qr-codes', {
    key,
    body: { label: 'صندوق 2' },
  })
  // The API refuses such a name; a row from before that check may have it.
  await platform.pool.query('update partners set name = $1 where partner_id = $2', [
    HOSTILE,
    partner.number,
  ])
  const followUp = await books.amina('POST', '/follow-ups', {
    paymentId,
    words: 'السيدة دفعت أمس في البليدة والمحل لا يعلم.',
    dueOn: '2026-11-22',
  })
  const { items: events } = await books.amina('GET', '/webhook-events')
  const { items: payouts } = await books.amina('GET', '/payouts')
  examples = {
    partnerId: partner.partnerId,
    paymentId,
    channelId,
    shiftId,
    statementId,
    payoutId: payouts[0].payoutId,
    eventId: events[0].eventId,
    token: code.qrCodeToken,
    source: paymentId,
    kind: 'cash',
    owner: agentId,
    followUpId: followUp.followUpId,
  }
  return () => server.close()
})

const visit = async (user: NewUser, path: string): Promise<Page> => {
  const { headers } = await signInAs(stage.platform, user)
  const page = await stage.visit({ cookie: headers['cookie'] ?? '' })
  await page.goto(path)
  return page
}

describe('every screen has good looks', () => {
  test('of the console', async () => {
    const page = await visit({ side: 'operator', role: 'owner' }, '/console')
    await expectGoodScreens(page, { app: 'console', examples, atLeast: 45 })
    await page.context().close()
  })

  test('of the portal', async () => {
    const { partnerId } = partner
    const page = await visit({ side: 'partner', role: 'owner', partnerId }, '/portal')
    await expectGoodScreens(page, { app: 'portal', examples, atLeast: 15 })
    await page.context().close()
  })

  test('of the till', async () => {
    const { channelId } = till.channel
    const agent = await visit({ side: 'channel', role: 'agent', channelId, agentId }, '/till')
    const supervisor = await visit({ side: 'channel', role: 'supervisor', channelId }, '/till')
    const open = async (): Promise<string> => {
      await agent.goto('/till/')
      await agent.locator('#reference').fill(newReference())
      await agent.locator('#reference').press('Enter')
      await agent.waitForURL('**/till/pay/*')
      return new URL(agent.url()).pathname.split('/').at(-1) ?? ''
    }
    const paid = await open()
    await agent.locator('.go').last().click()
    await agent.waitForURL('**/till/receipt/*')
    const ids: Record<string, string> = {
      receipt: paid,
      qr: examples['token'] ?? '',
      pay: await open(),
    }
    const problems: string[] = []
    for (const place of PLACES) {
      const page = place === 'team' ? supervisor : agent
      const show = async ({ language }: Look): Promise<void> => {
        await page.evaluate(`localStorage.setItem('wasl.language', '${language}')`)
        await page.goto(`/till/${place}/${ids[place] ?? ''}`)
      }
      // This machine has no camera, and the screen says so.
      const mayAlert = place === 'scan'
      problems.push(...(await problemsOfScreen(page, `till/${place}`, show, mayAlert)))
    }
    expect(problems).toEqual([])
    await Promise.all([agent.context().close(), supervisor.context().close()])
  })

  test('of the account', async () => {
    const { channelId } = till.channel
    const page = await visit({ side: 'channel', role: 'supervisor', channelId }, '/account')
    const paths = await pathsOf(page)
    expect(paths.length).toBeGreaterThanOrEqual(5)
    const problems: string[] = []
    for (const path of paths) {
      const show = async ({ language }: Look): Promise<void> => {
        await page.evaluate(`localStorage.setItem('wasl.language', '${language}')`)
        await page.goto(`/account${path}`)
      }
      // Without its secret, the page of an invitation says that the link is not valid.
      const mayAlert = path === '/invitation'
      problems.push(...(await problemsOfScreen(page, `account${path}`, show, mayAlert)))
    }
    expect(problems).toEqual([])
    await page.context().close()
  })
})
