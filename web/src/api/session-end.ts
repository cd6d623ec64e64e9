/** What happens when a call finds out that the session of the page has ended. */
import type { ApiFailure } from './failure.ts'

/** The session has ended. A wrong password, passkey or PIN has codes of its own. */
const ENDED = new Set([
  'PERSON401_UNAUTHORIZED',
  'OPERATOR401_UNAUTHORIZED',
  'CHANNEL401_UNAUTHORIZED',
  'PARTNER_API401_UNAUTHORIZED',
])

export const hasEnded = ({ code }: ApiFailure): boolean => ENDED.has(code)

/** Lets the person sign in again. Resolves when the same person is back. */
type SignInAgain = () => Promise<void>

let signInAgain: SignInAgain | null = null

let underway: Promise<void> | null = null

/** An application whose pages keep what is typed gives its way of signing in over the page. */
export const onSessionEnd = (way: SignInAgain): void => {
  signInAgain = way
}

/**
 * Waits until the person is back. All calls that find out together wait for the same sign-in.
 *
 * @returns false where the application has no way to sign in over the page.
 */
export const waitForPerson = async (): Promise<boolean> => {
  if (signInAgain === null) return false
  underway ??= signInAgain().finally(() => {
    underway = null
  })
  await underway
  return true
}
