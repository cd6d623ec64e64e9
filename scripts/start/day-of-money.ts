/**
 * The second half of the demonstration: one day of money at a counter. Cash is taken, counted, handed
 * over and banked; the partner's statement is closed, approved and paid; the books add up.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelPayment } from '@wasl/protocol'
import type { ReferencePartner } from '@wasl/reference-partner'
import type { Session } from '../../cli/src/dev/session.ts'
import { openOffice, type Office } from './office.ts'
import { clockTime, type Screen } from './screen.ts'

/** What customers pay at the counter, in dinars. */
const PRICES = [4_500, 2_350.5, 3_149.5]

const FLOAT = 5_000

/** 1.5 %, and VAT of 19 %. */
const FEE = { basisPoints: 150, vatBasisPoints: 1_900 }

const ACCOUNT = {
  accountHolder: 'SARL El Baraka',
  rib: '00799999001234567803',
  nif: '001216099012345',
}

export type Money = { session: Session; shop: ReferencePartner; screen: Screen; directory: string }

export const tellMoney = async (money: Money): Promise<void> => {
  const { bold, line, paragraph } = money.screen
  const office = await openOffice(money.session)
  try {
    line(bold('6. A day of money: who holds it, and who is owed what'))
    paragraph(
      'Nadia has a till at the counter. Amina works for the operator, and Karim checks her work: nobody ' +
        'approves what they made.',
      ' ',
    )
    await agree(money, office)
    await office.nextDay()
    const shift = await takeMoney(money, office)
    await bringToBank(money, office, shift)
    await remit(money, office)
    await office.nextDay()
    await payPartner(money, office)
    await showBooks(money, office)
  } finally {
    await office.close()
  }
}

/** Amina proposes the shop's fee and bank account, and Karim approves them. */
const agree = async ({ screen, session }: Money, { amina, karim }: Office): Promise<void> => {
  const partner = `/partners/${session.accounts.partner.partnerId}`
  const { current } = await amina('GET', `${partner}/account`)
  if (current === null) {
    const { changeId } = await amina('POST', `${partner}/account-changes`, ACCOUNT)
    await karim('POST', `${partner}/account-changes/${changeId}/approve`)
  }
  const { items } = await amina('GET', `${partner}/fees`)
  if (items.length === 0) await agreeFee(partner, { amina, karim }, await tomorrow(session))
  screen.step('agree', ['operator', 'platform'], 'fee and account', {
    good: '1.5 % and VAT of 19 %, approved by Karim',
  })
}

const agreeFee = async (
  partner: string,
  { amina, karim }: Pick<Office, 'amina' | 'karim'>,
  from: string,
): Promise<void> => {
  for (const channelKind of ['AGENCY', 'DELIVERY', 'MARKETPLACE']) {
    const version = await amina('PUT', `${partner}/fees`, { channelKind, from, ...FEE })
    await karim('POST', `${partner}/fees/${version.feeVersionId}/approve`)
  }
}

type Shift = { agentId: string; held: number }

/** Nadia starts with a float, takes three payments, and counts. */
const takeMoney = async ({ screen, shop, session }: Money, office: Office): Promise<Shift> => {
  const { till, amina } = office
  const { channelId } = session.accounts.channels.AGENCY
  await amina('POST', '/floats', { channelId, amount: FLOAT, from: 'channel' })
  const { agentId } = await till('POST', '/agents', { name: 'Nadia' })
  const { shiftId } = await till('POST', '/shifts', { agentId, float: FLOAT })
  screen.step('shift', ['channel', 'platform'], 'POST …/shifts', {
    good: `Nadia has ${dinars(FLOAT)}`,
  })
  for (const price of PRICES) {
    const { reference } = await shop.addReference({ total_amount: price })
    const { partnerId } = session.accounts.partner
    const payment: ChannelPayment = await till('POST', '/payments', {
      partnerId,
      reference,
      agentId,
    })
    const { paidAt } = await till('POST', `/payments/${payment.paymentId}/confirm`)
    const good = `${dinars(payment.amount)} at ${clockTime(new Date(paidAt))}`
    screen.step('confirm', ['channel', 'platform'], reference, { good })
  }
  const denominations = { '2000': 7, '1000': 1 }
  const { count } = await till('POST', `/shifts/${shiftId}/count`, { denominations })
  await till('POST', `/shifts/${shiftId}/close`)
  screen.step('count', ['channel', 'platform'], 'POST …/count', {
    good: `${dinars(count.counted)} counted, ${dinars(count.difference)} of difference`,
  })
  return { agentId, held: count.counted }
}

/** Nadia hands over to the safe; its cash, the float apart, goes to the bank. */
const bringToBank = async (
  { screen, session }: Money,
  { till, amina }: Office,
  { agentId, held }: Shift,
): Promise<void> => {
  const safe = session.accounts.channels.AGENCY.channelId.replace('chn', 'safe')
  const handover = { from: agentId, to: safe, amount: held }
  const { handoverId, code } = await till('POST', '/handovers', handover)
  await till('POST', `/handovers/${handoverId}/receive`, { code, counted: held })
  screen.step('hand', ['channel', 'channel'], 'POST …/handovers', {
    good: `the safe received ${dinars(held)} with Nadia's code`,
  })
  const amount = held - FLOAT
  const { depositId } = await till('POST', '/deposits', { from: safe, amount })
  await till('POST', `/deposits/${depositId}/deposited`, {
    slip: { number: `0071-${depositId.slice(9, 18)}` },
  })
  await amina('POST', `/deposits/${depositId}/bank`, { amount })
  const { items } = await amina('GET', '/floats')
  await amina('POST', `/floats/${items[0].floatId}/return`)
  screen.step('bank', ['channel', 'bank'], 'POST …/deposits', { good: `${dinars(amount)} banked` })
}

/** The channels without agents pay by bank what they took in the first half. */
const remit = async ({ screen, session }: Money, { amina }: Office): Promise<void> => {
  for (const { channelId, apiKey } of Object.values(session.accounts.channels)) {
    const { items } = await amina('GET', `/ledger/balances?kind=cash&owner=${channelId}`)
    const amount: number = items[0]?.balance ?? 0
    if (amount === 0) continue
    const path = '/channel/v1/remittances'
    const { remittanceId } = await session.api.call<any>('POST', path, apiKey, { amount })
    await amina('POST', `/remittances/${remittanceId}/bank`, { amount })
    screen.step('remit', ['channel', 'bank'], channelId, { good: `${dinars(amount)} by transfer` })
  }
}

/** The shop's statement of the days that are over: closed, approved, paid, and a PDF. */
const payPartner = async (
  { screen, session, directory }: Money,
  { amina, karim, document, yesterday }: Office,
): Promise<void> => {
  const { partnerId } = session.accounts.partner
  const until = await yesterday()
  const closed = await amina('POST', `/partners/${partnerId}/statements`, { until })
  const { statementId, number, net } = closed
  screen.step('close', ['operator', 'platform'], `statement ${number}`, {
    good: `${dinars(closed.gross)} − ${dinars(closed.fees)} fee − ${dinars(closed.vat)} VAT`,
  })
  await karim('POST', `/statements/${statementId}/approve`, { net })
  screen.step('approve', ['operator', 'platform'], 'Karim names the net', { good: dinars(net) })
  const { payoutId } = await amina('POST', `/statements/${statementId}/payouts`, {})
  await karim('POST', `/payouts/${payoutId}/approve`)
  await amina('POST', `/payouts/${payoutId}/instruct`, {})
  const payout = await amina('POST', `/payouts/${payoutId}/paid`, {})
  const result = `${dinars(payout.amount)} to ${ACCOUNT.accountHolder}`
  screen.step('pay', ['operator', 'bank'], 'POST …/payouts', { good: result })
  const file = join(directory, `statement-${number}.pdf`)
  writeFileSync(file, await document(statementId))
  screen.paragraph(`Its document: ${file}`, ' ')
}

/** What is left in the books: what the operator has earned, and the tax that it owes. */
const showBooks = async ({ screen }: Money, { amina }: Office): Promise<void> => {
  const { items, total } = await amina('GET', '/ledger/trial-balance')
  screen.line()
  screen.line(screen.bold('The books, where debits equal credits'))
  const row = (name: string, { debits, credits, balance }: any): [string, string] => [
    name,
    [debits, credits, balance].map((sum) => dinars(sum).padStart(14)).join(''),
  ]
  screen.table([
    ['', ['debits', 'credits', 'balance'].map((name) => name.padStart(14)).join('')],
    ...items.map((item: any) => row(item.kind, item)),
    row('total', total),
  ])
  screen.paragraph(
    'The two days have passed on the clock of the platform alone. "wasl dev clock reset" sets it back, and ' +
      'forgets all payments.',
    ' ',
  )
  screen.line()
}

const tomorrow = async ({ clock }: Session): Promise<string> => {
  const { now } = await clock.read()
  return new Date(now.getTime() + 25 * 3_600_000).toISOString().slice(0, 10)
}

/** With two decimals, as on a receipt. */
const dinars = (amount: number): string => amount.toFixed(2)
