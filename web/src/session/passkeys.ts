import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser'

/** What the platform answers when a passkey is to be made or used. */
type PasskeyOptions = { challenge: string }

/** False where the page has no domain, such as an IP address. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** Asks the device to make a passkey. */
export const makePasskey = (options: PasskeyOptions) =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })

/** Asks the device for a passkey that it has. */
export const usePasskeyOf = (options: PasskeyOptions) =>
  startAuthentication({ optionsJSON: options })

/** The person closed the device's question, or let it pass: nothing is wrong. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
