import type { Send } from '../../src/base/outbound/outbound-types.ts'

const PATIENT_MS = 120_000

/** For `hooks.aroundSend`: no call to a partner ends because the machine and the test are slow. */
export const patiently =
  (send: Send): Send =>
  (request) =>
    send({ ...request, timeoutMs: PATIENT_MS })
