import { randomBytes } from 'node:crypto'
import { createDocuments } from '../../src/money/settlement/documents/documents.ts'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { createAddressLimit } from '../../src/http/server/address-limit.ts'
import { operatorApi } from '../../src/http/operator/operator-api.ts'
import { onlyCell } from '../../src/cells/every-cell.ts'
import { ONE_CELL } from '../../src/http/cells/spread.ts'
import { createAdmission } from '../../src/http/server/session-gate.ts'
import { createServer } from '../../src/http/server/server.ts'
import { loadPartnerTarget, type PartnerTarget } from '../../src/parties/partners/load-target.ts'
import { partnerNumber } from '../../src/base/wire-ids.ts'
import { ensureOperatorKey } from '../../src/parties/operators/first-key.ts'
import { createNotes } from '../../src/operations/restores/notes.ts'
import { createKeyring, type Keyring } from '../../src/base/secrets/seal.ts'
import { createLockReference } from '../../src/payments/lock.ts'
import { createMakeTransition, type MakeTransition } from '../../src/payments/transition.ts'
import type { PaymentRow } from '../../src/payments/payment-row.ts'
import { setClockAhead } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { setPartnerState } from './partner-state.ts'
import { callHttp, type Answer, type CallOptions } from './node.ts'
import { createKeptLog } from './kept-log.ts'

/** The operator API alone, over real HTTP, on a database of its own. */
export type OperatorHouse = {
  databaseUrl: string
  db: Database
  keyring: Keyring
  origin: string
  port: number
  /** Every line that was logged, at the finest level. */
  logs: string[]
  /** How often the dispatcher was woken. */
  wakes: () => number
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  createPartner(fields?: Record<string, unknown>): Promise<any>
  /** The webhook events of a payment, the newest first. */
  eventsOf(paymentId: string): Promise<any[]>
  /** The newest entries of the audit log, the newest first. */
  auditLog(): Promise<any[]>
  /** Moves the one time source, as a local platform can: `moveClock('601 s')`. */
  moveClock(interval: string): Promise<void>
  /** What the dispatcher would call the partner with now. */
  loadTarget(partnerId: string): Promise<PartnerTarget>
  rotate(partnerId: string, body: Record<string, unknown>): Promise<any>
  patchPartner(partnerId: string, body: Record<string, unknown>): Promise<any>
  /** A locked payment of this partner, opened as a channel does. */
  openPayment(partnerId: string, reference: string, lockSeconds?: number): Promise<PaymentRow>
  move: MakeTransition
  close(): Promise<void>
}

export const numberOf = (partnerId: string): number => partnerNumber(partnerId) as number

export const hmacSecretOf = (target: PartnerTarget): string => target.hmacKey.export().toString()

const expectOk = async (answering: Promise<Answer>): Promise<any> => {
  const { status, body } = await answering
  if (status !== 200) throw new Error(`expected HTTP 200, received ${JSON.stringify(body)}`)
  return body
}

export type HouseOptions = {
  allowPrivateTargets?: boolean
  statusRefusalsMax?: number
  /**
   * How long a request may take to arrive, where a test waits for the end of that time. A machine that
   * stands still for a second would else break off a request that is on its way.
   */
  requestMsMax?: number
}

const OPERATOR_KEY = 'an-operator-key-for-tests-0123456789'

export const openOperatorHouse = async ({
  allowPrivateTargets = false,
  statusRefusalsMax = 100_000,
  requestMsMax,
}: HouseOptions = {}): Promise<OperatorHouse> => {
  const database = await createTestDatabase()
  const db = createDatabase(database.url)
  const keyring = createKeyring(randomBytes(32))
  const logs: string[] = []
  const log = createKeptLog('trace', logs)
  await ensureOperatorKey(db.pool, OPERATOR_KEY, log)
  let wakes = 0
  const move = createMakeTransition(db.moves)
  const app = createServer({ log, trustProxy: false, answerBrokenPath: () => null })
  if (requestMsMax !== undefined) app.server.requestTimeout = requestMsMax
  app.get('/test/breaks', () => db.pool.query(`select secret_column from partner_secrets`))
  const publicOrigin = (): string => 'https://pay.example'
  const addressLimit = createAddressLimit(statusRefusalsMax)
  operatorApi(app, {
    db,
    keyring,
    config: { allowPrivateTargets },
    makeTransition: move,
    refunds: { hot: db.hot, pool: db.pool, approvalAbove: null, onMade: () => void (wakes += 1) },
    send: () => Promise.reject(new Error('this house calls no partner')),
    wake: () => void (wakes += 1),
    ...createAdmission({ db, databaseOf: () => db, addressLimit, publicOrigin }),
    cashCells: null,
    spread: ONE_CELL,
    databaseOf: () => db,
    placePartner: () => Promise.resolve(null),
    cells: [],
    everyCell: onlyCell(db),
    documents: createDocuments({ pool: db.pool, keyring, issuer: publicOrigin }),
    codes: { publicOrigin, guid: 'dz.wasl' },
    noteBankLines: createNotes(onlyCell(db), log).bankLines,
    notify: null,
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const lock = createLockReference(db.opens)

  const call = (method: string, path: string, options?: CallOptions): Promise<Answer> =>
    callHttp(`${origin}${path}`, method, { key: OPERATOR_KEY, ...options })

  return {
    databaseUrl: database.url,
    db,
    keyring,
    origin,
    port: Number(new URL(origin).port),
    logs,
    wakes: () => wakes,
    call,
    move,
    async createPartner(fields = {}) {
      const wanted = { name: 'Shop', apiUrl: 'https://shop.example/pay', ...fields }
      const { status, body } = await call('POST', '/operator/v1/partners', { body: wanted })
      if (status !== 201) throw new Error(`the partner was not created: ${JSON.stringify(body)}`)
      // As those that were made before partners had states (D40).
      await setPartnerState(db.pool, numberOf(body.partnerId), 'live')
      return body
    },
    async loadTarget(partnerId) {
      const target = await loadPartnerTarget(db, keyring, numberOf(partnerId))
      if (target === null) throw new Error(`there is no partner ${partnerId}`)
      return target
    },
    rotate: (partnerId, body) =>
      expectOk(call('POST', `/operator/v1/partners/${partnerId}/rotate`, { body })),
    patchPartner: (partnerId, body) =>
      expectOk(call('PATCH', `/operator/v1/partners/${partnerId}`, { body })),
    async eventsOf(paymentId) {
      return (await call('GET', `/operator/v1/webhook-events?paymentId=${paymentId}`)).body.items
    },
    async auditLog() {
      return (await call('GET', '/operator/v1/audit-log?limit=200')).body.items
    },
    async moveClock(interval) {
      await setClockAhead(db.pool, interval)
    },
    async openPayment(partnerId, reference, lockSeconds = 900) {
      const payment = await lock({
        partnerId: numberOf(partnerId),
        reference,
        channelId: 1,
        channelKind: 'AGENCY',
        amount: 59_980,
        currency: 'DZD',
        amountDetail: [{ label_en: 'Fee', value: 599.8 }],
        details: [],
        lockSeconds,
      })
      if (payment === null) throw new Error(`the reference ${reference} is taken`)
      return payment
    },
    async close() {
      await app.close()
      await db.close()
      await database.drop()
    },
  }
}
