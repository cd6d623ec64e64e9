/** Judges what all clients of a storm were told. */
import { describeCalls, type Call } from './history.ts'
import { isExplained, type AnyModel } from './linearize.ts'
import { paymentModel, type PaymentOptions } from './payment-model.ts'
import { QR_CODE } from './qr-model.ts'
import { shortestContradiction } from './shortest.ts'
import { goesBack } from './status-order.ts'
import { BAG, HANDOVER, PAYOUT, REDEMPTION, stepModel } from './step-model.ts'

export type Judgement = {
  calls: number
  subjects: number
  /** Each with the shortest history that shows it. */
  violations: string[]
}

/** The kind of a subject is the first word of its name, as in `bag 4711`. */
const MODELS: Readonly<Record<string, AnyModel>> = {
  code: QR_CODE,
  bag: stepModel(BAG),
  handover: stepModel(HANDOVER),
  payout: stepModel(PAYOUT),
  refund: stepModel(REDEMPTION),
}

const modelOf = (subject: string, options: PaymentOptions): AnyModel => {
  const [kind = ''] = subject.split(' ')
  const model = kind === 'payment' ? paymentModel(options) : MODELS[kind]
  if (model === undefined) throw new Error(`no model is there for "${subject}"`)
  return model
}

export const judge = (calls: readonly Call[], options: PaymentOptions): Judgement => {
  const bySubject = Map.groupBy(calls, ({ subject }) => subject)
  const violations = [...bySubject].flatMap(([subject, own]) =>
    backwards(subject, own).concat(contradictions(subject, own, modelOf(subject, options))),
  )
  return { calls: calls.length, subjects: bySubject.size, violations }
}

const backwards = (subject: string, calls: readonly Call[]): string[] =>
  goesBack(calls.filter(({ asked }) => asked.call === 'status'))
    .slice(0, 1)
    .map((pair) => `The status of ${subject} went back in time:\n${describeCalls(pair)}`)

const contradictions = (subject: string, calls: readonly Call[], model: AnyModel): string[] => {
  try {
    if (isExplained(model, calls)) return []
  } catch (error) {
    return [
      `The answers about ${subject}, ${calls.length} calls, are not decided: ${String(error)}`,
    ]
  }
  const shortest = shortestContradiction(model, calls)
  const others = calls.length - shortest.length
  return [
    `No order of the calls explains the answers about ${subject}:\n${describeCalls(shortest)}\n` +
      `  (whatever the ${others} other calls did at any moment after they began)`,
  ]
}
