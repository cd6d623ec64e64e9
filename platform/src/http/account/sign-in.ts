import { checkPasskey } from '../../parties/credentials/check-passkey.ts'
import type { ChallengeUse } from '../../parties/credentials/challenges.ts'
import { optionsToProve } from '../../parties/credentials/passkey-options.ts'
import { checkSignIn } from '../../parties/credentials/sign-in-by-password.ts'
import { guessFromOwnPage } from './known-browser.ts'
import { refusalOf, refusedTry } from './refused-try.ts'
import {
  answerSignedIn,
  expectDomain,
  tryFromOwnPage,
  type SignInDeps,
  type SignInHandlers,
} from './signing-in.ts'
import { tryPlaceOf } from './try-place.ts'

/** Before anybody has signed in, a challenge is for nobody. */
const SIGN_IN: ChallengeUse = { purpose: 'sign-in', subject: '' }

/** With a passkey, or with a password and a code. */
export const signIn = (deps: SignInDeps): SignInHandlers<'signIn'> => {
  const { db, keyring, publicOrigin } = deps
  return {
    startPasskeySignIn: ({ request }) =>
      tryFromOwnPage(deps, request, async () => ({
        options: { ...(await optionsToProve(db.pool, expectDomain(publicOrigin), SIGN_IN, null)) },
      })),

    signInByPasskey: ({ body: { response }, request }) =>
      tryFromOwnPage(deps, request, async () => {
        const found = await checkPasskey(db.pool, expectDomain(publicOrigin), SIGN_IN, response)
        const code = 'PASSKEY401_UNAUTHORIZED'
        if (found === null) throw await refusedTry(deps, request, { code })
        return answerSignedIn(deps, request, { userId: found.userId, method: 'passkey' }, code)
      }),

    signInByPassword: ({ body, request }) =>
      guessFromOwnPage(deps, request, body.email, async (who) => {
        const checking = { who, from: tryPlaceOf(request) }
        const checked = await checkSignIn(db.pool, keyring, body, checking)
        if (!checked.ok && who === 'known') throw refusalOf(checked)
        if (!checked.ok) throw await refusedTry(deps, request, checked)
        const { userId, kind } = checked
        const method = kind === 'totp' ? 'password' : 'recovery code'
        return answerSignedIn(deps, request, { userId, method }, 'SIGN_IN401_UNAUTHORIZED')
      }),
  }
}
