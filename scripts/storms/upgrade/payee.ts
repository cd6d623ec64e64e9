/** A partner with an approved statement, which is paid out while processes are replaced. */
import { randomUUID } from 'node:crypto'
import { withTransaction } from '../../../platform/src/base/database/with-transaction.ts'
import { bank } from '../../../platform/src/ledger/account.ts'
import { postTransfers } from '../../../platform/src/ledger/post.ts'
import type { Installation } from '../../../platform/test/support/installation.ts'
import { dateInAlgiers } from '../../../platform/test/support/ledger.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import type { TwoCells } from '../../../platform/test/support/two-cells.ts'
import { CLOSING_PATIENCE_MS, until } from '../../../platform/test/support/wait.ts'
import { createPerson, type Desk, type Person } from './desk.ts'
import { PLAIN_BANK_MAPPING } from '../../../platform/test/support/bank.ts'

/** In dinars: more than is paid out. */
const OWED = 100_000

const REFERENCE = 'OWED-1'

const DAY_MS = 86_400_000

export type Payee = {
  partner: TestPartner
  statementId: string
  /** Amina makes, and Karim checks. */
  amina: Person
  karim: Person
}

export type House = {
  cells: TwoCells
  shop: PartnerServer
  channel: TestChannel
  /** Asked while the statement is made. */
  node: PlatformProcess
  desk: Desk
}

/** Takes a payment, lets the day end, and approves its statement. The clock is a day ahead from then on. */
export const createPayee = async (house: House): Promise<Payee> => {
  const { cells, shop, channel, node, desk } = house
  const { installation } = cells.north
  const partner = await installation.createPartner(node, shop)
  const amina = await createPerson(desk, installation.operatorKey, 'Amina Belkacem')
  const karim = await createPerson(desk, installation.operatorKey, 'Karim Haddad')
  const changes = `/partners/${partner.partnerId}/account-changes`
  const account = { accountHolder: 'SARL El Baraka', rib: '00799999001234567803' }
  const { body: change } = await amina('POST', changes, account)
  await karim('POST', `${changes}/${change.changeId}/approve`)
  await amina('PUT', `/bank-mappings/${MAPPING}`, PLAIN_BANK_MAPPING)

  shop.prices.set(REFERENCE, OWED)
  const opened = await node.open(channel, partner, REFERENCE)
  const paid = await node.change(channel, 'confirm', opened.body?.paymentId)
  if (paid.status !== 200) throw new Error(`${REFERENCE} was not paid: ${opened.text} ${paid.text}`)
  const endedOn = await endDay([installation, cells.south.installation])
  const statements = `/partners/${partner.partnerId}/statements`
  const { body: closed } = await amina('POST', statements, { until: endedOn })
  const { statementId, net } = closed
  await karim('POST', `/statements/${statementId}/approve`, { net })
  return { partner, statementId, amina, karim }
}

export const MAPPING = 'storm'

/** An opening balance: the bank has the money. */
const fund = ({ pool }: Installation): Promise<number> =>
  withTransaction(pool, (tx) =>
    postTransfers(tx, [
      {
        partnerId: 0,
        sourceId: randomUUID(),
        code: 'OPENING',
        debit: bank('clients'),
        credit: { kind: 'opening', owner: 'operator' },
        amount: OWED * 100,
        actor: 'test',
      },
    ]),
  )

/**
 * Goes on to the next day in all cells, and waits until their processes have sealed the one that ended. Each
 * cell has money before, because an empty ledger closes no day.
 *
 * @returns the date that ended.
 */
const endDay = async (installations: [Installation, ...Installation[]]): Promise<string> => {
  const [{ clock }] = installations
  const now = await clock.now()
  const ended = dateInAlgiers(now)
  const noon = `${dateInAlgiers(new Date(now.getTime() + DAY_MS))}T11:00:00Z`
  for (const installation of installations) await fund(installation)
  for (const each of installations) await each.clock.advanceTo(noon)
  for (const each of installations) await untilSealed(each, ended)
  return ended
}

const untilSealed = ({ pool }: Installation, date: string): Promise<true> =>
  until(
    `${date} to be sealed`,
    async () => {
      const { rows } = await pool.query<{ isSealed: boolean }>(
        'select sealed_through >= $1::date as "isSealed" from ledger_state',
        [date],
      )
      return rows[0]?.isSealed === true
    },
    CLOSING_PATIENCE_MS,
  )
