import { randomUUID } from 'node:crypto'
import type { ChannelKind } from '@wasl/protocol'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import {
  bank,
  cashOfChannel,
  payableTo,
  refundDueOf,
  type Account,
} from '../../src/ledger/account.ts'
import { postTransfers, type NewTransfer } from '../../src/ledger/post.ts'
import { PAYOUT_INTEGRITY } from '../../src/money/settlement/payouts/integrity.ts'
import { STATEMENT_INTEGRITY } from '../../src/money/settlement/statements/integrity.ts'
import { openOperatorHouse, numberOf, type OperatorHouse } from './operator-house.ts'
import type { Answer } from './node.ts'

/** Two people of the operator; Amina has two keys. */
export type Person = 'amina' | 'aminasProgram' | 'karim'

/** The operator API with two people, over real HTTP, and money whose business dates are given. */
export type SettlementHouse = Omit<OperatorHouse, 'close'> & {
  keys: Record<Person, string>
  post(person: Person, path: string, body?: unknown): Promise<Answer>
  put(person: Person, path: string, body: unknown): Promise<Answer>
  get(path: string): Promise<any>
  createChannel(kind?: ChannelKind): Promise<{ channelId: string; number: number }>
  /** A partner with an approved bank account. */
  createPayee(): Promise<{ partnerId: string; number: number }>
  /**
   * Opens the next business date, and seals every earlier one; what is posted from now on has it. The
   * dates are in 2030, so that the clock need not move.
   */
  openNext(): Promise<string>
  /** A payee with fees for agencies (those of the examples without terms) from `date` on, which is open. */
  createPayeeWithFee(
    terms?: Record<string, unknown>,
  ): Promise<{ partnerId: string; number: number; date: string }>
  /** Posts a COLLECT on the open day; returns the payment's id. */
  collect(partner: number, channel: number, amount: number): Promise<string>
  refund(paymentId: string, partner: number, amount: number, ordinal?: number): Promise<string>
  expire(refundId: string, partner: number, amount: number): Promise<void>
  transfer(
    transfer: Partial<NewTransfer> & Pick<NewTransfer, 'code' | 'debit' | 'credit' | 'amount'>,
  ): Promise<void>
  /** Puts money of nobody's into the partners' account, so that payouts are not limited by it. */
  fund(amount: number): Promise<void>
  /** Fees in force from `from` on, proposed by Amina and approved by Karim. */
  setFee(path: string, terms: Record<string, unknown>): Promise<any>
  close(partnerId: string, until: string, person?: Person): Promise<Answer>
  closed(partnerId: string, until: string): Promise<any>
  /** Closed by Amina, approved by Karim. */
  approved(partnerId: string, until: string): Promise<any>
  /** Checks what must be true of statements and payouts, then stops. */
  stop(): Promise<void>
}

export const FEE_OF_EXAMPLES = { basisPoints: 150, vatBasisPoints: 1900 }

/** The business date of this number: 1 is the first of 2030. */
const dateOf = (day: number): string => new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10)

export const openSettlementHouse = async (): Promise<SettlementHouse> => {
  const house = await openOperatorHouse()
  const keys: Record<Person, string> = { amina: '', aminasProgram: '', karim: '' }
  const makeKey = async (name: string, holder: string): Promise<string> => {
    const { body } = await house.call('POST', '/operator/v1/operator-keys', {
      body: { name, holder },
    })
    return body.apiKey
  }
  keys.amina = await makeKey('Amina, desk', 'Amina Belkacem')
  keys.aminasProgram = await makeKey('Amina, program', 'Amina Belkacem')
  keys.karim = await makeKey('Karim', 'Karim Haddad')
  const { pool } = house.db

  const expectStatus = async (status: number, answering: Promise<Answer>): Promise<any> => {
    const answer = await answering
    if (answer.status !== status) throw new Error(`expected ${status}, received ${answer.text}`)
    return answer.body
  }
  const post = (person: Person, path: string, body?: unknown): Promise<Answer> =>
    house.call('POST', path, { key: keys[person], ...(body !== undefined && { body }) })

  const transfer: SettlementHouse['transfer'] = (given) =>
    withTransaction(pool, async (tx) => {
      const sourceId = given.sourceId ?? randomUUID()
      await postTransfers(tx, [{ partnerId: 0, actor: 'test', ...given, sourceId }])
    })

  const newId = async (partner: number): Promise<string> =>
    (await pool.query('select new_id($1) as id', [partner])).rows[0].id

  const close = (partnerId: string, until: string, person: Person = 'amina'): Promise<Answer> =>
    post(person, `/operator/v1/partners/${partnerId}/statements`, { until })

  const createPayee = async (): Promise<{ partnerId: string; number: number }> => {
    const { partnerId } = await house.createPartner()
    const changes = `/operator/v1/partners/${partnerId}/account-changes`
    const account = { accountHolder: 'SARL El Baraka', rib: '00799999001234567803' }
    const { changeId } = await expectStatus(201, post('amina', changes, account))
    await expectStatus(200, post('karim', `${changes}/${changeId}/approve`))
    return { partnerId, number: numberOf(partnerId) }
  }

  const setFee: SettlementHouse['setFee'] = async (path, terms) => {
    const version = await expectStatus(
      200,
      house.call('PUT', path, { key: keys.amina, body: terms }),
    )
    return expectStatus(200, post('karim', `${path}/${version.feeVersionId}/approve`))
  }

  let day = 0
  const openNext = async (): Promise<string> => {
    day += 1
    const date = dateOf(day)
    await pool.query(`update ledger_state set open_day = $1::date, sealed_through = $1::date - 1`, [
      date,
    ])
    return date
  }

  return {
    ...house,
    keys,
    post,
    put: (person, path, body) => house.call('PUT', path, { key: keys[person], body }),
    get: (path) => expectStatus(200, house.call('GET', path)),
    async createChannel(kind = 'AGENCY') {
      const body = { name: 'Till', kind }
      const { channelId } = await expectStatus(
        201,
        house.call('POST', '/operator/v1/channels', { body }),
      )
      return { channelId, number: Number(channelId.slice(4)) }
    },
    createPayee,
    openNext,
    async createPayeeWithFee(terms = {}) {
      const partner = await createPayee()
      await openNext()
      const from = dateOf(day + 1)
      await setFee(`/operator/v1/partners/${partner.partnerId}/fees`, {
        channelKind: 'AGENCY',
        from,
        ...FEE_OF_EXAMPLES,
        ...terms,
      })
      return { ...partner, date: await openNext() }
    },
    async collect(partner, channel, amount) {
      const sourceId = await newId(partner)
      await transfer({
        partnerId: partner,
        sourceId,
        code: 'COLLECT',
        debit: cashOfChannel(channel),
        credit: payableTo(partner),
        amount,
      })
      return sourceId
    },
    async refund(paymentId, partner, amount, ordinal = 3) {
      const { rows } = await pool.query('select event_id_of($1, $2) as id', [paymentId, ordinal])
      const sourceId: string = rows[0].id
      await transfer({
        partnerId: partner,
        sourceId,
        code: 'REFUND',
        debit: payableTo(partner),
        credit: refundDueOf(partner),
        amount,
      })
      return sourceId
    },
    expire: (sourceId, partner, amount) =>
      transfer({
        partnerId: partner,
        sourceId,
        code: 'REFUND_EXPIRED',
        debit: refundDueOf(partner),
        credit: payableTo(partner),
        amount,
      }),
    transfer,
    fund: (amount) =>
      transfer({ code: 'OPENING', debit: bank('clients'), credit: OPENING, amount }),
    setFee,
    close,
    closed: (partnerId, until) => expectStatus(201, close(partnerId, until)),
    async approved(partnerId, until) {
      const { statementId, net } = await expectStatus(201, close(partnerId, until))
      return expectStatus(
        200,
        post('karim', `/operator/v1/statements/${statementId}/approve`, { net }),
      )
    },
    async stop() {
      try {
        for (const [name, query] of Object.entries({
          ...STATEMENT_INTEGRITY,
          ...PAYOUT_INTEGRITY,
        })) {
          const { rows } = await pool.query(query)
          if (rows.length > 0) throw new Error(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
        }
      } finally {
        await house.close()
      }
    },
  }
}

const OPENING: Account = { kind: 'opening', owner: 'operator' }
