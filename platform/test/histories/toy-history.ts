/** Histories of a toy platform, as a list of small numbers decides: fast-check makes and shrinks them. */
import type { Call } from './history.ts'
import type { PaymentAsked } from './payment-model.ts'
import { AMOUNT, toyPlatform, type ToyFault } from './toy-platform.ts'

/** Which client goes on, and what it does. */
export type Turn = { client: number; choice: number; isLost: boolean }

const PROCESSES = ['A', 'B']

const SUBJECT = 'payment prt_1 INV-1'

/**
 * Clients take turns: one begins a call, the call takes effect, and its answer comes or is lost. What the
 * partner is told, it is told at once.
 */
export const toyHistory = (turns: readonly Turn[], fault: ToyFault | null): Call[] => {
  const platform = toyPlatform(fault)
  const calls: Call[] = []
  const underWay = new Map<number, { call: Call; answer: unknown; isDone: boolean }>()
  let place = 0
  const begin = (client: string, process: string, asked: PaymentAsked): Call => {
    const began = (place += 1)
    const open = { answer: null, ended: Infinity, endedMs: Infinity }
    const call = { subject: SUBJECT, client, process, asked, began, beganMs: began, ...open }
    calls.push(call)
    return call
  }
  const end = (call: Call, answer: unknown): void => {
    call.answer = answer
    call.ended = call.endedMs = place += 1
  }
  for (const { client, choice, isLost } of turns) {
    const one = underWay.get(client)
    if (one === undefined) {
      const process = PROCESSES[choice % PROCESSES.length] as string
      const asked = askedOf(choice, platform.payments())
      underWay.set(client, {
        call: begin(`client ${client}`, process, asked),
        answer: null,
        isDone: false,
      })
    } else if (one.isDone) {
      if (!isLost) end(one.call, one.answer)
      underWay.delete(client)
    } else {
      const { answer, told } = platform.takeEffect(one.call)
      if (told !== null) end(begin('partner', 'webhook', told), 'heard')
      underWay.set(client, { ...one, answer, isDone: true })
    }
  }
  return calls
}

const askedOf = (choice: number, payments: number): PaymentAsked => {
  const paymentId = `p${1 + (choice % Math.max(1, payments))}`
  if (payments === 0 && choice % 4 < 3)
    return { call: 'open', amount: AMOUNT, key: `key ${choice % 2}` }
  switch (choice % 5) {
    case 0:
      return { call: 'open', amount: AMOUNT, key: `key ${choice % 3}` }
    case 1:
      return payments === 0 ? { call: 'status' } : { call: 'confirm', paymentId }
    case 2:
      return payments === 0 ? { call: 'status' } : { call: 'cancel', paymentId }
    default:
      return { call: 'status' }
  }
}
