import type { Answer, TestChannel, TestPartner } from './node.ts'
import { createRouter, type Router, type TwoCells } from './two-cells.ts'

type Phase = 'moving' | 'still' | 'killed'

export type Writers = {
  /** The payment of each reference that a writer was told is paid. */
  confirmed: Map<string, string>
  /** Answers that a writer in its right mind does not get. */
  strange: string[]
  /** How long a payment of the neighbour took, open and confirm, by what the partner did meanwhile. */
  tookMs: Record<Phase, number[]>
  enter(phase: Phase): void
  stop(): Promise<void>
}

/**
 * Each opens and confirms one payment after another, under keys of its own, through a router that learns
 * of a new home when the old one refuses. References of the partner begin with M, those of the neighbour
 * with N.
 *
 * @param each how many writers pay the partner, and how many the neighbour.
 */
export const startWriters = (
  cells: TwoCells,
  channel: TestChannel,
  { partner, neighbour }: { partner: TestPartner; neighbour: TestPartner },
  each: number,
): Writers => {
  const confirmed = new Map<string, string>()
  const strange: string[] = []
  const tookMs: Record<Phase, number[]> = { moving: [], still: [], killed: [] }
  let phase: Phase = 'still'
  let isOver = false

  /** A partner that answered too late on a busy machine is asked again, under a new key. */
  const openingOf = async (
    router: Router,
    of: TestPartner,
    reference: string,
    attempt = 1,
  ): Promise<Answer> => {
    const headers = { 'idempotency-key': `${reference}-${attempt}` }
    const answer = await router.ask(of, (node) => node.open(channel, of, reference, headers))
    const isLate = answer.body?.error === 'PARTNER504_TIMEOUT'
    return isLate ? openingOf(router, of, reference, attempt + 1) : answer
  }

  const write = async (name: string, of: TestPartner): Promise<void> => {
    const router = createRouter(cells)
    for (let turn = 1; !isOver; turn += 1) {
      const reference = `${name}-${turn}`
      const began = phase
      const startMs = performance.now()
      const opened = await openingOf(router, of, reference)
      if (opened.status !== 201) {
        strange.push(`Opening ${reference} was answered ${opened.status} ${opened.text}`)
        continue
      }
      const { paymentId } = opened.body
      const headers = { 'idempotency-key': `paid-${reference}` }
      const paid = await router.ask(of, (node) =>
        node.change(channel, 'confirm', paymentId, { headers }),
      )
      if (paid.status === 200) confirmed.set(reference, paymentId)
      else strange.push(`Confirming ${reference} was answered ${paid.status} ${paid.text}`)
      if (of === neighbour && began === phase) tookMs[phase].push(performance.now() - startMs)
    }
  }

  const running = Array.from({ length: each }, (_, index) => [
    write(`M${index}`, partner),
    write(`N${index}`, neighbour),
  ]).flat()
  return {
    confirmed,
    strange,
    tookMs,
    enter(next) {
      phase = next
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}
