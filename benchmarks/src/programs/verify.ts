/** Verifies webhooks in this process, over and over, and tells how many in a second. */
import { receiverOf, type Contestant } from '../receivers.ts'
import { setup, tell } from './program.ts'

/** Webhooks that differ, so that nothing is answered from what was remembered. */
const DIFFERENT = 1_000

/** Code that has just started is slow: this much of the time does not count. */
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
tell({ rate: verifyFor(seconds * 1000) })
