import { ERRORS, platformErrorSchema, type ErrorCode } from '@wasl/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { checkInvariants } from './invariants.ts'
import { startPartner, type PartnerServer } from './partner.ts'
import {
  startTestPlatform,
  type Answer,
  type TestChannel,
  type TestPartner,
  type TestPlatform,
  type TestPlatformOptions,
} from './platform.ts'

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
    const violations = await checkInvariants(scene.platform.pool)
    await scene.platform.stop()
    await scene.server.close()
    expect(violations).toEqual([])
    expect(scene.server.problems).toEqual([])
  })
  return scene
}

/** The answer is this refusal, with the body and the headers that every refusal has (D4). */
export const expectRefusal = (answer: Answer, code: ErrorCode): void => {
  expect([answer.body?.error, answer.status]).toEqual([code, ERRORS[code].status])
  const { requestId, errorMessage } = platformErrorSchema.parse(answer.body)
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  expect(errorMessage.length).toBeGreaterThan(20)
}
