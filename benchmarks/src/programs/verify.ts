/** Verifies webhooks repeatedly in this process and reports the rate per second. */
import { receiverOf, type Contestant } from '../receivers.ts'
import { setup, sendToBench } from './program.ts'

/** Different webhooks, so that no cache helps. */
const DIFFERENT = 1_000

/** The part of the time that is warm-up and does not count. */
const WARM_UP_SHARE = 0.5

const { contestant, seconds } = setup() as { contestant: Contestant; seconds: number }
const { sign, verify } = receiverOf(contestant)
const deliveries = Array.from({ length: DIFFERENT }, (_, number) => {
  const { headers, body } = sign(number)
  return { headers, body: Buffer.from(body) }
})

const verifyFor = (ms: number): number => {
  const start = performance.now()
  let verified = 0
  while (performance.now() - start < ms) {
    for (const { headers, body } of deliveries) verify(body, headers)
    verified += DIFFERENT
  }
  return (verified / (performance.now() - start)) * 1000
}

verifyFor(seconds * 1000 * WARM_UP_SHARE)
sendToBench({ rate: verifyFor(seconds * 1000) })
