import { checkPasskey } from '../../parties/credentials/check-passkey.ts'
import { listCredentials } from '../../parties/credentials/list-credentials.ts'
import { optionsToProve } from '../../parties/credentials/passkey-options.ts'
import { relyingPartyOf } from '../../parties/credentials/relying-party.ts'
import { checkStepUpCode, stepUp } from '../../parties/credentials/step-up.ts'
import { organisationId } from '../../parties/directories/directory.ts'
import { directoryOfUser } from '../../parties/directories/read.ts'
import { userWireId } from '../../base/wire-ids.ts'
import type { AccountDeps, AccountHandlers } from './account-deps.ts'
import { ownerOf } from './owner.ts'
import { refusalOf } from './refused-try.ts'
import { expectDomain } from './signing-in.ts'
import { tryPlaceOf } from './try-place.ts'

/** The confirmation before refunds, secrets and payouts. */
export const stepUpHandlers = (
  deps: AccountDeps,
): Pick<AccountHandlers<'credentials'>, 'startStepUp' | 'stepUp'> => {
  const { db, keyring, publicOrigin } = deps
  const useOf = (userId: number) => ({ purpose: 'step-up', subject: userWireId(userId) }) as const
  return {
    async startStepUp({ caller: { person } }) {
      const { userId } = person
      const rows = await listCredentials(db.pool, userId)
      const rp = relyingPartyOf(publicOrigin())
      const canUsePasskey = rp !== null && rows.passkeys.length > 0
      const options = canUsePasskey
        ? { ...(await optionsToProve(db.pool, rp, useOf(userId), userId)) }
        : null
      const of = await directoryOfUser(db.pool, userId)
      const directory = of === null ? null : organisationId(of)
      return { options, code: rows.totp_set_at !== null, directory }
    },

    async stepUp({ body: { response, code = '' }, caller, request }) {
      const owner = ownerOf(caller, request)
      const { userId } = owner
      if (response === undefined) {
        const from = tryPlaceOf(request)
        const checked = await checkStepUpCode(db.pool, keyring, userId, { code, from })
        if (!checked.ok) throw refusalOf(checked)
      } else {
        const rp = expectDomain(publicOrigin)
        const found = await checkPasskey(db.pool, rp, useOf(userId), response)
        // The passkey of another user proves nothing about this one.
        if (found?.userId !== userId) {
          throw refusalOf({ code: 'PASSKEY401_UNAUTHORIZED' })
        }
      }
      const until = await stepUp(db.pool, owner, response === undefined ? 'code' : 'passkey')
      return { steppedUpUntil: until.toISOString() }
    },
  }
}
