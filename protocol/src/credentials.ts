/** Bodies of signing in, and of what people sign in with (D29). */
import { z } from 'zod'
import { organisationIdSchema } from './directories.ts'
import { agentIdSchema, deviceIdSchema, passkeyIdSchema, userIdSchema } from './ids.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { nameSchema, textSchema } from './text.ts'
import { timeSchema } from './time.ts'
import { emailSchema } from './users.ts'

const TEXT_MAX = 16_384

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, { message: 'expected base64url' })
  .max(TEXT_MAX)

const fromBrowser = {
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal('public-key'),
  // What extensions said is not used.
  clientExtensionResults: z.unknown(),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. Browsers may add fields. */
export const newPasskeyResponse = z.object({
  ...fromBrowser,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
})

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. Browsers may add fields. */
export const passkeyResponse = z.object({
  ...fromBrowser,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(128).nullish(),
  }),
})

/** What the browser's WebAuthn call takes. */
const webAuthnOptions = z.looseObject({ challenge: z.string() }).meta({
  description: 'For the WebAuthn API of the browser, in its JSON form. Valid for 5 minutes, once.',
})

export const passkeyOptions = z.object({ options: webAuthnOptions })

const passwordSchema = textSchema
  .min(1)
  .max(1_024)
  .meta({ description: 'At least 12 characters. It is never truncated.' })

/** Six digits of the app, or a recovery code. */
const codeSchema = z
  .string()
  .min(6)
  .max(40)
  .meta({ description: 'The current code of the authenticator app, or an unused recovery code.' })

const appCodeSchema = z.string().regex(/^[0-9]{6}$/, { message: 'expected six digits' })

export const signInByPasskeyRequest = requestObject({ response: passkeyResponse })

export const signInByPasswordRequest = requestObject({
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema,
})

export const pinSchema = z.string().regex(/^[0-9]{4,8}$/, { message: 'expected 4 to 8 digits' })

export const signInByPinRequest = requestObject({ agentId: agentIdSchema, pin: pinSchema })

export const choosePinRequest = requestObject({
  agentId: agentIdSchema,
  code: z.string().regex(/^[0-9]{8}$/, { message: 'expected the eight digits of the supervisor' }),
  pin: pinSchema,
})

export const signedIn = z.object({
  userId: userIdSchema,
  name: z.string(),
  side: z.enum(['operator', 'channel', 'partner']),
})

export const stepUpOptions = z.object({
  options: webAuthnOptions.nullable().meta({ description: 'Null for a person without a passkey.' }),
  code: z.boolean().meta({ description: 'Whether the person has an authenticator app.' }),
  directory: organisationIdSchema.nullable().meta({
    description: 'Of whose directory the person is, who can sign in there again; null for others.',
  }),
})

export const stepUpRequest = requestObject({
  response: passkeyResponse.optional(),
  code: codeSchema.optional(),
})
  .refine(({ response, code }) => (response === undefined) !== (code === undefined), {
    message: 'expected either response or code',
  })
  .meta({ minProperties: 1, maxProperties: 1 })

export const steppedUp = z.object({ steppedUpUntil: timeSchema })

export const passkeyRecord = z.object({
  passkeyId: passkeyIdSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
})

export const credentialsRecord = z.object({
  passkeys: z.array(passkeyRecord),
  passwordSetAt: timeSchema.nullable(),
  totpSetAt: timeSchema.nullable(),
  recoveryCodesLeft: z.int(),
})

export const addPasskeyRequest = requestObject({ name: nameSchema, response: newPasskeyResponse })

export const renamePasskeyRequest = requestObject({ name: nameSchema })

export const setPasswordRequest = requestObject({ password: passwordSchema })

export const newTotp = z.object({
  secret: z
    .string()
    .meta({ description: 'In base32, for apps without a camera. Shown only here.' }),
  uri: z.string().meta({ description: 'For the QR code: otpauth://totp/…' }),
})

const totpFields = { secret: z.string().regex(/^[A-Z2-7]{32}$/), code: appCodeSchema }

export const setTotpRequest = requestObject(totpFields)

export const newRecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'Shown only here. Each is used once.' }),
})

/** What a new user chooses to sign in with: a passkey, or a password with an authenticator app. */
export const firstCredentials = requestObject({
  passkey: addPasskeyRequest.optional(),
  password: requestObject({ password: passwordSchema, ...totpFields }).optional(),
})
  .refine(({ passkey, password }) => (passkey === undefined) !== (password === undefined), {
    message: 'expected either passkey or password',
  })
  .meta({ minProperties: 1, maxProperties: 1 })

export const enrolDeviceRequest = requestObject({ name: nameSchema })

/** The part of a link after #. */
export const enrolByLinkRequest = requestObject({
  token: z
    .string()
    .regex(/^[\w-]{43}$/, { message: 'expected the part of the link after #' })
    .meta({ description: 'The part of the link after #.' }),
})

export const deviceLink = z.object({
  name: z.string(),
  link: z
    .string()
    .meta({ description: 'For the browser of the device. Works once. Shown only here.' }),
  expiresAt: timeSchema,
})

export const deviceRecord = z.object({
  deviceId: deviceIdSchema,
  name: z.string(),
  enrolledBy: z.string().meta({ description: 'The name of the person who enrolled it.' }),
  enrolledAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  revokedAt: timeSchema.nullable(),
  isThis: z.boolean().meta({ description: 'Whether the request comes from this device.' }),
})

export const pinHolder = z.object({
  agentId: agentIdSchema,
  name: z.string(),
  hasPin: z.boolean(),
  isLocked: z
    .boolean()
    .meta({ description: 'Whether the PIN is locked, on this or on any device.' }),
})

export const thisDevice = z.object({
  deviceId: deviceIdSchema,
  name: z.string(),
  channelName: z.string(),
  people: z.array(pinHolder),
})

export const deviceList = z.object({ items: z.array(deviceRecord) })

export const pinHolderList = z.object({ items: z.array(pinHolder) })

export const pinCode = z.object({
  code: z.string().meta({ description: 'Eight digits, shown only here. Used once.' }),
  expiresAt: timeSchema,
})

named({
  AddPasskeyRequest: addPasskeyRequest,
  ChoosePinRequest: choosePinRequest,
  Credentials: credentialsRecord,
  DeviceLink: deviceLink,
  DeviceList: deviceList,
  DeviceRecord: deviceRecord,
  EnrolByLinkRequest: enrolByLinkRequest,
  EnrolDeviceRequest: enrolDeviceRequest,
  NewPasskeyResponse: newPasskeyResponse,
  NewRecoveryCodes: newRecoveryCodes,
  NewTotp: newTotp,
  PasskeyOptions: passkeyOptions,
  PasskeyRecord: passkeyRecord,
  PasskeyResponse: passkeyResponse,
  PinCode: pinCode,
  PinHolder: pinHolder,
  PinHolderList: pinHolderList,
  RenamePasskeyRequest: renamePasskeyRequest,
  SetPasswordRequest: setPasswordRequest,
  SetTotpRequest: setTotpRequest,
  SignInByPasskeyRequest: signInByPasskeyRequest,
  SignInByPasswordRequest: signInByPasswordRequest,
  SignInByPinRequest: signInByPinRequest,
  SignedIn: signedIn,
  StepUpOptions: stepUpOptions,
  StepUpRequest: stepUpRequest,
  SteppedUp: steppedUp,
  ThisDevice: thisDevice,
})

export type CredentialsRecord = z.infer<typeof credentialsRecord>
export type DeviceRecord = z.infer<typeof deviceRecord>
export type FirstCredentials = z.infer<typeof firstCredentials>
export type PinHolder = z.infer<typeof pinHolder>
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponse>
export type PasskeyResponse = z.infer<typeof passkeyResponse>
export type SignedIn = z.infer<typeof signedIn>
