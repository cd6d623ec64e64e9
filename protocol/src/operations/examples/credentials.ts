/** Examples of signing in and of credentials. */
import { INVITATION_TOKEN } from './people.ts'
import { SHOWN_ONCE } from './payments.ts'

const CHALLENGE = 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80'

export const passkeyOptions = {
  options: { challenge: CHALLENGE, rpId: 'pay.example', userVerification: 'required' },
}

const fromBrowser = {
  id: 'AbCdEf',
  rawId: 'AbCdEf',
  type: 'public-key',
  clientExtensionResults: {},
}

export const passkeyResponse = {
  ...fromBrowser,
  response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC' },
}

export const newPasskeyResponse = {
  ...fromBrowser,
  response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm', transports: ['internal'] },
}

export const signInByPassword = {
  email: 'amina@pay.example',
  password: 'the lighthouse sells oranges',
  code: '492817',
}

export const signedIn = { userId: 'usr_12', name: 'Amina Belkacem', side: 'operator' }

export const stepUpOptions = { ...passkeyOptions, code: true, directory: null }

export const steppedUp = { steppedUpUntil: '2026-11-21T09:10:00.000Z' }

export const passkeyRecord = {
  passkeyId: 'pky_3',
  name: 'Phone',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-21T08:58:00.000Z',
}

export const credentials = {
  passkeys: [passkeyRecord],
  passwordSetAt: '2026-11-01T08:05:00.000Z',
  totpSetAt: '2026-11-01T08:05:00.000Z',
  recoveryCodesLeft: 9,
}

export const newTotp = {
  secret: SHOWN_ONCE,
  uri: 'otpauth://totp/Wasl:amina%40pay.example?issuer=Wasl&secret=…',
}

export const newRecoveryCodes = { recoveryCodes: ['7K2M-Q9XD-0AVR-5TBN'] }

export const firstCredentials = {
  passkey: { name: 'My phone', response: newPasskeyResponse },
}

export const deviceRecord = {
  deviceId: 'dev_4',
  name: 'Counter 2',
  enrolledBy: 'Karim Haddad',
  enrolledAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-21T08:58:00.000Z',
  revokedAt: null,
  isThis: true,
}

export const deviceLink = {
  name: 'Counter 2',
  link: `https://pay.example/account/enrol#${INVITATION_TOKEN}`,
  expiresAt: '2026-11-22T09:00:00.000Z',
}

export const pinHolder = { agentId: 'agt_12', name: 'Yasmine Ould', hasPin: true, isLocked: false }

export const thisDevice = {
  deviceId: 'dev_4',
  name: 'Counter 2',
  channelName: 'Agency of Oran',
  people: [pinHolder],
}

export const pinCode = { code: '40719283', expiresAt: '2026-11-21T10:00:00.000Z' }
