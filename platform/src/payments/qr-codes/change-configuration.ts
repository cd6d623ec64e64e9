import type { QrConfig, SetQrConfigError } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { stateOf, changeRefusal, lapsedUse, qrConfigOf } from './configuration.ts'
import { holdQrCode } from './hold.ts'
import { readQrCode, type QrCodeFacts } from './read-facts.ts'
import { readCurrentQrCode, type CurrentCodeDeps } from './read-current.ts'
import { partnerOfQrToken } from './token.ts'

export type ConfigurationDeps = CurrentCodeDeps & { pool: pg.Pool }

export type ConfigurationRefusal = {
  ok: false
  code: SetQrConfigError
  explanation?: string
}

export type ConfigurationResult = { ok: true; config: QrConfig } | ConfigurationRefusal

/** Changes a code that is locked, or returns why it cannot. */
export type ConfigurationChange = (
  tx: pg.ClientBase,
  code: QrCodeFacts,
) => Promise<ConfigurationRefusal | null>

/** A lock on the single use can lapse between two reads, but not again and again. */
const ROUNDS_MAX = 5

const NOT_FOUND = { ok: false, code: 'QR_CODE404_NOT_FOUND' } as const

/**
 * Changes the configuration of a partner's own code, completely or not at all (D16, D18). Another
 * partner's code gives the same answer as an unknown one, in the same time.
 */
export const changeConfiguration = async (
  deps: ConfigurationDeps,
  partnerId: number,
  token: string,
  change: ConfigurationChange,
): Promise<ConfigurationResult> => {
  if (partnerOfQrToken(token) !== partnerId) return NOT_FOUND
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    if (!(await readCurrentQrCode(deps, token))) return NOT_FOUND
    const result = await withTransaction(deps.pool, (tx) => changeHeld(tx, token, change))
    if (result !== 'lapsed') return result
  }
  throw new Error(`the single use of a QR code lapsed ${ROUNDS_MAX} times in a row`)
}

const changeHeld = async (
  tx: pg.ClientBase,
  token: string,
  change: ConfigurationChange,
): Promise<ConfigurationResult | 'lapsed'> => {
  const read = (): Promise<QrCodeFacts | null> =>
    readQrCode((statement) => tx.query(statement).then(({ rows }) => rows), token)
  if (!(await holdQrCode(tx, token))) return NOT_FOUND
  // A separate statement, so that it sees what was committed while it waited for the lock.
  const code = await read()
  if (!code) return NOT_FOUND
  // A separate statement releases it: this transaction locks the code, not the payment.
  if (lapsedUse(code, code.at)) return 'lapsed'
  const refusal = changeRefusal(code, code.at)
  if (refusal) return { ok: false, code: refusal }
  const problem = await change(tx, code)
  if (problem) return problem
  const changed = await read()
  return changed ? { ok: true, config: qrConfigOf(token, stateOf(changed, changed.at)) } : NOT_FOUND
}
