import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { Node, TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'
import { callSet, callUnset, makeQrCode, payCode, scanCode } from '../support/qr.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let nodes: Node[]
let channels: TestChannel[]

const CHANNELS = 5

beforeAll(async () => {
  platform = await startTestPlatform()
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  channels = []
  for (let index = 0; index < CHANNELS; index += 1) {
    channels.push(await platform.createChannel('MARKETPLACE'))
  }
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const nodeOf = (index: number): Node => nodes[index % nodes.length] as Node
const channelOf = (index: number): TestChannel => channels[index % CHANNELS] as TestChannel

const newCode = (): Promise<string> => makeQrCode(platform.pool, partner)

const set = async (token: string, body: Record<string, unknown>): Promise<any> => {
  const answer = await callSet(platform, partner, { qrCodeToken: token, ...body })
  expect(answer.status).toBe(200)
  return answer.body
}

const expectInvariants = async (): Promise<void> => {
  await platform.settled()
  expect(await checkInvariants(platform.pool)).toEqual([])
  expect(shop.problems).toEqual([])
}

describe('fifty payers race for one single use', () => {
  const PAYERS = 50

  const race = (token: string): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: PAYERS }, (_, index) =>
        payCode(nodeOf(index), channelOf(index), token, index % 2 === 0 ? {} : { amount: 500 }),
      ),
    )

  const winnerOf = (answers: Answer[]): { payment: any; channel: TestChannel } => {
    const [winner, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    for (const answer of answers) {
      if (answer === winner) continue
      expect(answer.body).toMatchObject({
        error: 'QR_CODE409_IN_USE',
        lockReleaseTime: winner?.body.lockReleaseTime,
      })
    }
    const channel = channelOf(answers.indexOf(winner as Answer))
    return { payment: winner?.body, channel }
  }

  test('one wins, and the others get its release time; after the release they race again', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const token = await newCode()
      await set(token, { amounts: [500], singleUse: true })
      const first = winnerOf(await race(token))
      await platform.change(first.channel, 'cancel', first.payment.paymentId)
      const second = winnerOf(await race(token))
      const confirmed = await platform.change(second.channel, 'confirm', second.payment.paymentId)
      expect(confirmed.body).toMatchObject({ stage: 'paid', amount: 500 })
      // Gone: who leaves the amount out has none to pay, and nobody is charged.
      for (const answer of await race(token)) expect([201, 400]).toContain(answer.status)
    }
    await expectInvariants()
  })

  test('one wins, also right after the previous lock lapsed', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const token = await newCode()
      await set(token, { amounts: [500], singleUse: true })
      const { body } = await payCode(platform, channelOf(0), token)
      await platform.clock.advanceTo(body.lockReleaseTime)
      winnerOf(await race(token))
    }
    await expectInvariants()
  })
})

describe('amounts that are set and removed during payments', () => {
  /** Tried at least so often, and on until enough of them were let through. */
  const CHANGES = 60
  const CHANGES_MADE_MIN = 12
  const CHANGES_MAX = 600
  const PAYERS = 6
  /** Each pays as long as there are changes, at most so often, and once after them. */
  const PAYMENTS_OF_EACH_MAX = 200

  type Charged = { shown: any; typed: number | null; answer: Answer }

  /** Scans, then pays what was shown: in the three ways in which a channel may say it. */
  const payAsShown = async (node: Node, channel: TestChannel, token: string, turn: number) => {
    const { body: shown } = await scanCode(node, channel, token)
    await pause(turn % 4)
    const amounts: number[] = shown.amounts
    const typed = amounts.length === 1 ? null : (amounts[turn % 2] ?? 77)
    const { updatedAt } = shown
    const body = {
      ...(typed !== null && { amount: typed }),
      ...(turn % 3 === 0 && { updatedAt }),
    }
    const answer = await payCode(node, channel, token, body)
    return { shown, typed, answer } satisfies Charged
  }

  const changeAgainAndAgain = async (token: string): Promise<number[]> => {
    const statuses: number[] = []
    const areEnough = (): boolean =>
      statuses.length >= CHANGES &&
      statuses.filter((status) => status === 200).length >= CHANGES_MADE_MIN
    for (let turn = 1; !areEnough() && turn <= CHANGES_MAX; turn += 1) {
      const node = nodeOf(turn)
      const base = { qrCodeToken: token, amounts: [turn] }
      const answer =
        turn % 4 === 0
          ? await callUnset(node, partner, { qrCodeToken: token })
          : await callSet(node, partner, {
              ...base,
              ...(turn % 4 === 1 && { amounts: [turn, turn + 1_000] }),
              ...(turn % 4 === 3 && { singleUse: true }),
            })
      statuses.push(answer.status)
      expect(answer.status === 200 || answer.body['error']).toSatisfy(
        (outcome) => outcome === true || outcome === 'QR_CODE400_CANNOT_BE_MODIFIED',
      )
      // A reserved single use is freed, so that the changes go on.
      if (answer.status !== 200) await releaseAll(token)
    }
    return statuses
  }

  const releaseAll = async (token: string): Promise<void> => {
    const { rows } = await platform.pool.query<{ payment_id: string; channel_id: number }>(
      `select payment_id, channel_id from payments
      where qr_token = $1 and stage = 'locked' and qr_config_kind = 'SINGLE_USE'`,
      [token],
    )
    for (const { payment_id: paymentId, channel_id: id } of rows) {
      const owner = channels.find(({ channelId }) => channelId === `chn_${id}`)
      await platform.change(owner as TestChannel, 'cancel', paymentId)
    }
  }

  test('never charge an amount that was not shown, without deadlocks', async () => {
    const token = await newCode()
    let changing = true
    const [statuses, charged] = await Promise.all([
      changeAgainAndAgain(token).finally(() => (changing = false)),
      // Each payer has a channel to itself: what a channel was shown last is what its payer saw.
      Promise.all(
        Array.from({ length: Math.min(PAYERS, CHANNELS) }, async (_, payer) => {
          const own: Charged[] = []
          for (let turn = 0, isLast = false; !isLast; turn += 1) {
            isLast = !changing || turn === PAYMENTS_OF_EACH_MAX
            own.push(await payAsShown(nodeOf(payer + turn), channelOf(payer), token, turn))
          }
          return own
        }),
      ),
    ])
    const codes = new Set<string>()
    for (const { shown, typed, answer } of charged.flat()) {
      codes.add(answer.body.error ?? 'opened')
      if (answer.status !== 201) continue
      const seen: number[] = shown.amounts
      expect(seen.length === 0 ? [typed] : seen).toContain(answer.body.amount)
      expect(answer.body.amount).toBe(typed ?? answer.body.amount)
    }
    expect(codes).toContain('opened')
    expect(codes).toContain('QR_CODE409_AMOUNT_CHANGED')
    expect([...codes]).not.toContain('SERVER500_INTERNAL')
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
      CHANGES_MADE_MIN,
    )
    await expectInvariants()
  })
})

describe('payers at the moment of expiry', () => {
  const CODES = 8
  /** So long that the polls before the last second are in time on any machine. */
  const LASTS_MS = 60_000
  const LAST_MS = 1_000
  /** In milliseconds from the configuration's end. */
  const POLLS_MS = [-900, -300, -100, -30, -12, -6, -3, -1, 0, 1, 2, 4, 8, 20]

  type Poll = { expiresAt: number; sentMs: number; receivedMs: number; answer: Answer }

  const expiring = async (): Promise<{ token: string; expiresAt: number }> => {
    const token = await newCode()
    const now = await platform.clock.now()
    const expiresAt = new Date(now.getTime() + LASTS_MS)
    await set(token, { amounts: [500], expiresAt: expiresAt.toISOString() })
    return { token, expiresAt: expiresAt.getTime() }
  }

  const pollAt = async (
    expiresAt: number,
    offsetMs: number,
    ask: () => Promise<Answer>,
  ): Promise<Poll> => {
    await pause(Math.max(0, expiresAt + offsetMs - latestMs()))
    const sentMs = earliestMs()
    const answer = await ask()
    return { expiresAt, sentMs, receivedMs: latestMs(), answer }
  }

  /**
   * How far the platform's clock is ahead of ours, because the stories before moved it: it was read
   * at a moment between two of ours, and the difference lies between those to each of them.
   */
  const ahead = { leastMs: 0, mostMs: 0 }

  const readAhead = async (): Promise<void> => {
    const beforeMs = Date.now()
    const platformMs = (await platform.clock.now()).getTime()
    ahead.leastMs = platformMs - Date.now()
    ahead.mostMs = platformMs - beforeMs
  }

  // What was sent after the end was sent after it by either bound, so the earlier one is asked; and
  // what was received before the end was so by the later one.
  const earliestMs = (): number => Date.now() + ahead.leastMs
  const latestMs = (): number => Date.now() + ahead.mostMs

  test('see the amounts until then, and open no payment with them afterwards', async () => {
    await readAhead()
    const codes = await Promise.all(Array.from({ length: CODES }, expiring))
    const pollsAt = (offsetsMs: number[]): Promise<Poll[]> =>
      Promise.all(
        codes.flatMap(({ token, expiresAt }, index) =>
          offsetsMs.flatMap((offsetMs) => [
            pollAt(expiresAt, offsetMs, () => scanCode(nodeOf(index), channelOf(0), token)),
            // A channel that has not scanned, so that the amount alone decides.
            pollAt(expiresAt, offsetMs, () => payCode(nodeOf(index + 1), channelOf(1), token)),
          ]),
        ),
      )
    const early = await pollsAt([-LASTS_MS])
    const firstEnd = Math.min(...codes.map(({ expiresAt }) => expiresAt))
    await platform.clock.advanceTo(new Date(firstEnd - LAST_MS))
    await readAhead()
    const polls = [...early, ...(await pollsAt(POLLS_MS))]
    // Both clocks are read in whole milliseconds.
    const SLACK_MS = 3
    const outcomes = new Set<string>()
    for (const { expiresAt, sentMs, receivedMs, answer } of polls) {
      const inForce = answer.status === 201 || answer.body.kind === 'TIME_LIMITED'
      outcomes.add(`${answer.body.error ?? answer.body.mode ?? answer.body.stage}`)
      expect(inForce && sentMs >= expiresAt + SLACK_MS).toBe(false)
      expect(inForce || receivedMs >= expiresAt - SLACK_MS).toBe(true)
    }
    expect(outcomes).toEqual(
      new Set(
        ['SINGLE_AMOUNT', 'OPEN_AMOUNT', 'locked', 'VALIDATION400'].concat(
          // A scan that met the end between two reads of the code.
          outcomes.has('QR_CODE409_AMOUNT_CHANGED') ? ['QR_CODE409_AMOUNT_CHANGED'] : [],
        ),
      ),
    )
    await expectInvariants()
  })
})
