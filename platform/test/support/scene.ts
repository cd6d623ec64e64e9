import { ERRORS, platformErrorSchema, type ErrorCode } from '@wasl/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { checkInvariants } from './invariants.ts'
import { startPartner, type PartnerServer } from './partner.ts'
import type { Answer, TestChannel, TestPartner } from './node.ts'
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts'
import { until } from './wait.ts'

/** Who takes part in a file's stories. */
export type Scene = {
  platform: TestPlatform
  /** The server behind `partner`. */
  server: PartnerServer
  partner: TestPartner
  /** An AGENCY. */
  channel: TestChannel
}

/**
 * One platform, one partner and one channel for all stories of a file. When they are over, the
 * partner must have nothing to complain of and every invariant must hold.
 */
export const useScene = (options?: TestPlatformOptions): Scene => {
  const scene = {} as Scene
  beforeAll(async () => {
    scene.platform = await startTestPlatform(options)
    scene.server = await startPartner()
    scene.partner = await scene.platform.createPartner(scene.server)
    scene.channel = await scene.platform.createChannel('AGENCY')
  })
  afterAll(async () => {
    try {
      // An attempt under way while a story moved the clock looks like a lease that has lapsed.
      await attemptsEnded(scene.platform)
      expect(await checkInvariants(scene.platform.pool)).toEqual([])
    } finally {
      await scene.platform.stop()
      await scene.server.close()
    }
    expect(scene.server.problems).toEqual([])
  })
  return scene
}

const attemptsEnded = async ({ pool }: TestPlatform): Promise<void> => {
  const read = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      'select from webhook_deliveries where leased_until is not null',
    )
    return rows.length === 0
  }
  await until('the attempts under way to end', read)
}

/** The answer is this refusal, with the body and the headers that every refusal has (D4). */
export const expectRefusal = (answer: Answer, code: ErrorCode): void => {
  expect([answer.body?.error, answer.status]).toEqual([code, ERRORS[code].status])
  const { requestId, errorMessage } = platformErrorSchema.parse(answer.body)
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  expect(errorMessage.length).toBeGreaterThan(20)
}

/** Calls, many at once, until one is refused with 429; returns that answer. */
export const firstLimited = async (call: () => Promise<Answer>): Promise<Answer> => {
  for (let sent = 0; sent < 3_000; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, call))
    const limited = answers.find(({ status }) => status === 429)
    if (limited) return limited
  }
  throw new Error('3,000 calls were answered, and none with 429')
}

/** Opens a payment of a reference, and acts while its partner is being asked for it. */
export const openedDuring = async (
  { platform, server, channel }: Scene,
  partner: TestPartner,
  reference: string,
  act: () => Promise<unknown>,
): Promise<Answer> => {
  let release = (): void => undefined
  const after = new Promise<void>((resolve) => (release = resolve))
  server.onLookup(() => ({ after }), reference)
  const opening = platform.open(channel, partner, reference)
  await until('the lookup', () => server.lookupsOf(reference).length === 1)
  await act()
  release()
  return opening
}
