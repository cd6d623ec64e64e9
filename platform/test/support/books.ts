/** Two people of the operator and the books of one platform, in stories about money over HTTP. */
import { expect } from 'vitest'
import { closeDays } from '../../src/ledger/close-day.ts'
import type { Answer, TestPartner } from './node.ts'
import type { TestPlatform } from './platform.ts'
import { dateInAlgiers } from './ledger.ts'
import { CLOSING_PATIENCE_MS, until } from './wait.ts'

export type Books = {
  /** A request of Amina, who makes; her answer, which must be a success. */
  amina(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<any>
  /** The same of Karim, who checks. */
  karim(method: string, path: string, body?: unknown): Promise<any>
  /** A partner's fee in force tomorrow, and its bank account. */
  agreeWith(partner: TestPartner, terms: Record<string, unknown>): Promise<void>
  /** The business date of now. */
  today(): Promise<string>
  /** Moves on to the next day at noon, and closes the days before. */
  nextDay(): Promise<void>
  /** Closes a partner's statement of the days before, approves it and pays it out. */
  settle(partner: TestPartner): Promise<any>
  /** The balances that are not zero, in dinars: debits minus credits. */
  balances(): Promise<Record<string, number>>
}

export const openBooks = async (platform: TestPlatform): Promise<Books> => {
  const { clock, stores, operatorKey } = platform

  const asking =
    (key: string) =>
    async (method: string, path: string, body?: unknown, headers = {}): Promise<any> => {
      const options = { key, headers, ...(body !== undefined && { body }) }
      return succeeded(await platform.call(method, `/operator/v1${path}`, options))
    }
  const keyOf = async (holder: string): Promise<string> => {
    const body = { name: `${holder} ${crypto.randomUUID()}`, holder }
    return (await asking(operatorKey)('POST', '/operator-keys', body)).apiKey
  }
  const amina = asking(await keyOf('Amina Belkacem'))
  const karim = asking(await keyOf('Karim Haddad'))

  const dayAt = async (days: number): Promise<string> =>
    dateInAlgiers(new Date((await clock.now()).getTime() + days * 86_400_000))

  return {
    amina,
    karim,
    today: () => dayAt(0),
    async agreeWith({ partnerId }, terms) {
      const account = { accountHolder: 'SARL El Baraka', rib: '00799999001234567803' }
      const changes = `/partners/${partnerId}/account-changes`
      const { changeId } = await amina('POST', changes, account)
      await karim('POST', `${changes}/${changeId}/approve`)
      const fees = `/partners/${partnerId}/fees`
      for (const channelKind of ['AGENCY', 'DELIVERY']) {
        const version = { channelKind, from: await dayAt(1), ...terms }
        const { feeVersionId } = await amina('PUT', fees, version)
        await karim('POST', `${fees}/${feeVersionId}/approve`)
      }
    },
    async nextDay() {
      await clock.advanceTo(`${await dayAt(1)}T11:00:00Z`)
      // An empty ledger has no day to close.
      for (const { pool } of stores) {
        const isSealed = async (): Promise<boolean> => (await closeDays(pool)).state === 'sealed'
        await until('the days to be closed', isSealed, CLOSING_PATIENCE_MS)
      }
    },
    async settle({ partnerId }) {
      const yesterday = await dayAt(-1)
      const { statementId, net } = await amina('POST', `/partners/${partnerId}/statements`, {
        until: yesterday,
      })
      const statement = await karim('POST', `/statements/${statementId}/approve`, { net })
      const { payoutId } = await amina('POST', `/statements/${statementId}/payouts`, {})
      await karim('POST', `/payouts/${payoutId}/approve`)
      await amina('POST', `/payouts/${payoutId}/instruct`, {})
      const payout = await amina('POST', `/payouts/${payoutId}/paid`, {})
      expect(payout).toMatchObject({ status: 'paid', amount: net })
      return statement
    },
    async balances() {
      const { items } = await amina('GET', '/ledger/trial-balance')
      return Object.fromEntries(
        items
          .filter(({ balance }: any) => balance !== 0)
          .map(({ kind, balance }: any) => [kind, balance]),
      )
    },
  }
}

const succeeded = ({ status, text, body }: Answer): any => {
  if (status < 300) return body
  throw new Error(`received ${status} ${text}`)
}
