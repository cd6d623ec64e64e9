/**
 * A page of the till: its own code of opening, taking and sending, in a thread that is the page. The thread
 * ends when the page is killed. What the screens do when they are touched is done on request.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Touch } from './device.ts'
import { say, untilTouched } from './page.ts'

const IDB = pathToFileURL(join(import.meta.dirname, 'kept-database.ts')).href
const TILL = join(import.meta.dirname, '../../../web/src/till')

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'idb' ? { url: IDB, shortCircuit: true } : next(specifier, context),
})

/** The till is for a browser, with types of its own. */
const load = (file: string): Promise<any> => import(pathToFileURL(join(TILL, file)).href)

const { loadMe } = await load('session/me.ts')
const { openReference, showPayment } = await load('collect/open.ts')
const { paymentOf } = await load('store/payments.ts')
const { keepTaken } = await load('outbox/keep.ts')
const { sendDue } = await load('outbox/send.ts')
const { serverTime } = await load('../api/server-time.ts')

/** Without the network, who was known last; it is asked again with each touch until it is known. */
let me: any = null

const run = async (touch: Touch): Promise<unknown> => {
  me ??= await loadMe()
  if (me === null) throw new Error('nobody is signed in')
  const { userId: owner, agentId } = me.session
  switch (touch.touch) {
    case 'open': {
      const payment = await openReference(me, touch)
      await showPayment(me, payment, 'Shop')
      return payment
    }
    case 'take': {
      const kept = await paymentOf(owner, touch.paymentId)
      if (kept === null) throw new Error('the payment is not on this device')
      const { payment, payee } = kept
      await keepTaken({ payment, payee, owner, agentId, given: null, takenAt: serverTime() })
      return null
    }
    case 'send':
      await sendDue(owner, true)
      return null
    default:
      return touch satisfies never
  }
}

const codeOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? String(error)
}

untilTouched((touch: Touch) => {
  run(touch).then(
    (value) => say({ done: value }),
    (error: unknown) => say({ refused: codeOf(error) }),
  )
})
say({ done: null })
