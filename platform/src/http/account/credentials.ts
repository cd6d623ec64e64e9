import type { CredentialsRecord } from '@wasl/protocol'
import { addPasskey, type PasskeyRow } from '../../parties/credentials/add-passkey.ts'
import { renamePasskey, removePasskey } from '../../parties/credentials/change-passkey.ts'
import { checkNewPasskey } from '../../parties/credentials/check-passkey.ts'
import { listCredentials } from '../../parties/credentials/list-credentials.ts'
import { optionsToEnrol } from '../../parties/credentials/passkey-options.ts'
import { hashPassword, passwordProblem } from '../../parties/credentials/password.ts'
import { removePassword, setPassword } from '../../parties/credentials/set-password.ts'
import {
  checkFirstCode,
  replaceRecoveryCodes,
  setTotp,
  startTotp,
} from '../../parties/credentials/set-totp.ts'
import { errorCodeOf, SQL_STATE } from '../../base/database/errors.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { passkeyNumber, passkeyWireId, userWireId } from '../../base/wire-ids.ts'
import type { AccountDeps, AccountHandlers } from './account-deps.ts'
import { ownerOf } from './owner.ts'
import { expectDomain } from './signing-in.ts'
import { stepUpHandlers } from './step-up.ts'

/** What a user signs in with. */
export const credentials = (deps: AccountDeps): AccountHandlers<'credentials'> => {
  const { db, keyring, publicOrigin } = deps
  const current = async (userId: number) => credentialsBody(await listCredentials(db.pool, userId))
  return {
    ...stepUpHandlers(deps),

    listCredentials: ({ caller: { person } }) => current(person.userId),

    async startPasskey({ caller: { person } }) {
      const { userId, name, email } = person
      const handle = userWireId(userId)
      const account = { handle, name, email }
      const whose = { subject: handle, userId }
      const rp = expectDomain(publicOrigin)
      return { options: { ...(await optionsToEnrol(db.pool, rp, account, whose)) } }
    },

    async addPasskey({ body: { name, response }, caller, request }, refuse) {
      const owner = ownerOf(caller, request)
      const subject = userWireId(owner.userId)
      const checked = await checkNewPasskey(db.pool, expectDomain(publicOrigin), subject, response)
      if (checked === null) throw refuse('PASSKEY401_UNAUTHORIZED')
      const add = withTransaction(db.pool, (tx) => addPasskey(tx, owner, name, checked))
      const added = await add.catch((error: unknown) => {
        if (errorCodeOf(error) !== SQL_STATE.uniqueViolation) throw error
        throw refuse('PASSKEY401_UNAUTHORIZED')
      })
      if (added === null) throw refuse('PASSKEY409_TOO_MANY')
      return passkeyBody(added)
    },

    async renamePasskey({ params, body: { name }, caller, request }, refuse) {
      const passkeyId = passkeyNumber(params.passkeyId)
      const owner = ownerOf(caller, request)
      const renamed = passkeyId && (await renamePasskey(db.pool, owner, passkeyId, name))
      if (!renamed) throw refuse('PASSKEY404_NOT_FOUND')
      return passkeyBody(renamed)
    },

    async removePasskey({ params, caller, request }, refuse) {
      const passkeyId = passkeyNumber(params.passkeyId)
      if (passkeyId === null) throw refuse('PASSKEY404_NOT_FOUND')
      const removed = await removePasskey(db.pool, ownerOf(caller, request), passkeyId)
      if (!removed.ok) throw refuse(removed.code)
      return passkeyBody(removed.passkey)
    },

    async setPassword({ body: { password }, caller, request }, refuse) {
      if (passwordProblem(password, caller.person) !== null) throw refuse('PASSWORD422_WEAK')
      await setPassword(db.pool, ownerOf(caller, request), await hashPassword(password))
      return current(caller.person.userId)
    },

    async removePassword({ caller, request }, refuse) {
      const isRemoved = await removePassword(db.pool, ownerOf(caller, request))
      if (!isRemoved) throw refuse('CREDENTIAL409_LAST')
      return current(caller.person.userId)
    },

    startTotp({ caller: { person } }) {
      return startTotp(db.pool, userWireId(person.userId), person.email ?? person.name)
    },

    async setTotp({ body, caller, request }, refuse) {
      const owner = ownerOf(caller, request)
      const checked = await checkFirstCode(db.pool, userWireId(owner.userId), body)
      if (!checked.ok) throw refuse(checked.code)
      return { recoveryCodes: await setTotp(db.pool, keyring, owner, checked) }
    },

    async renewRecoveryCodes({ caller, request }) {
      return { recoveryCodes: await replaceRecoveryCodes(db.pool, ownerOf(caller, request)) }
    },
  }
}

const passkeyBody = (row: PasskeyRow): CredentialsRecord['passkeys'][number] => ({
  passkeyId: passkeyWireId(row.passkey_id),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const credentialsBody = (rows: Awaited<ReturnType<typeof listCredentials>>): CredentialsRecord => ({
  passkeys: rows.passkeys.map(passkeyBody),
  passwordSetAt: rows.password_set_at?.toISOString() ?? null,
  totpSetAt: rows.totp_set_at?.toISOString() ?? null,
  recoveryCodesLeft: rows.recovery_codes_left,
})
