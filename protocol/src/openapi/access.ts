/** Who may call an operation, and what their role must include. */
import type { CallerKind, JsonObject, Operation } from '../operation.ts'

export const SECURITY_SCHEMES = {
  apiSecret: {
    type: 'http',
    scheme: 'bearer',
    description: "Platform to partner: the partner's API secret (section 5).",
  },
  channelKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The API key of a channel.',
  },
  operatorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The API key of an operator.',
  },
  partnerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: "Partner to platform: the partner's API key (section 5).",
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-wasl-session',
    description: 'The session of a signed-in user, for the platform’s own pages.',
  },
}

const SECURITY: Record<CallerKind, JsonObject[]> = {
  anyone: [],
  partner: [{ partnerKey: [] }],
  channel: [{ channelKey: [] }],
  operator: [{ operatorKey: [] }],
  person: [],
}

/** A key, or the session of a user. */
export const securityOf = ({ caller, keyOnly }: Operation): JsonObject[] => [
  ...SECURITY[caller],
  ...(caller === 'anyone' || keyOnly === true ? [] : [{ session: [] }]),
]

/** What the caller's role must include, and whether a user must confirm their identity first. */
export const accessOf = ({ permission, stepUp }: Operation): JsonObject => ({
  ...(permission !== undefined && { 'x-permission': permission }),
  ...(stepUp === true && { 'x-step-up': true }),
})
