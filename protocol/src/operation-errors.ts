/** Which errors an operation answers with, by what it declares. */
import { ERRORS } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { CallerKind, Operation } from './operation.ts'
import type { Side } from './permissions.ts'

export const UNAUTHORIZED = {
  operator: 'OPERATOR401_UNAUTHORIZED',
  channel: 'CHANNEL401_UNAUTHORIZED',
  partner: 'PARTNER_API401_UNAUTHORIZED',
  person: 'PERSON401_UNAUTHORIZED',
} as const satisfies Partial<Record<CallerKind, ErrorCode>>

/** The refusal of a caller whose role lacks the operation's permission. */
export const FORBIDDEN = {
  operator: 'OPERATOR403_PERMISSION',
  channel: 'CHANNEL403_PERMISSION',
  partner: 'PARTNER_API403_PERMISSION',
} as const satisfies Record<Side, ErrorCode>

/** The errors of any request, whatever its path; the document's `default` responses. */
export const ANYWHERE = [
  'VALIDATION400',
  'ROUTE404_NOT_FOUND',
  'REQUEST405_METHOD_NOT_ALLOWED',
  'REQUEST413_TOO_LARGE',
  'SERVER500_INTERNAL',
  'SERVER503_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

const BODY_ERRORS: readonly ErrorCode[] = [
  'REQUEST413_TOO_LARGE',
  'REQUEST415_UNSUPPORTED_MEDIA_TYPE',
]

/**
 * Every error code of an operation, except those of ANYWHERE. A `default` response covers only the
 * statuses that are not listed, so an operation with its own 503 also lists the platform's: the caller
 * reacts differently to an unavailable partner and an unavailable platform.
 */
export const errorsOf = (operation: Operation): readonly ErrorCode[] => {
  const { caller, errors = [], method } = operation
  const hasOwn503 = errors.some((code) => ERRORS[code].status === 503)
  const codes: ErrorCode[] = [
    ...(isChecked(operation) ? (['VALIDATION400'] as const) : []),
    ...errors,
    ...(hasOwn503 ? (['SERVER503_UNAVAILABLE'] as const) : []),
    ...(caller === 'anyone'
      ? []
      : ([operation.unauthorized ?? UNAUTHORIZED[caller], 'REQUEST429_RATE_LIMITED'] as const)),
    ...refusalsOfPeople(operation),
    ...(method === 'GET' ? [] : BODY_ERRORS),
  ]
  // An operation may name a code that all of its kind have.
  return [...new Set(codes)]
}

/** A session is refused to other sites, and to a user whose role or whose sign-in does not suffice. */
const refusalsOfPeople = ({ caller, stepUp, keyOnly, approves }: Operation): ErrorCode[] => {
  if (caller === 'anyone') return []
  if (keyOnly === true) return [FORBIDDEN[caller]]
  return [
    ...(caller === 'person' ? [] : [FORBIDDEN[caller]]),
    ...(stepUp === true ? (['PERSON403_STEP_UP'] as const) : []),
    ...(approves === true ? (['APPROVAL403_NOT_A_PERSON'] as const) : []),
    'PERSON403_ORIGIN',
  ]
}

/** Whether a request can fail the operation's validation. */
const isChecked = ({
  params,
  malformedParams,
  query,
  anyQuery,
  body,
  file,
  idempotent,
}: Operation): boolean => {
  const hasCheckedQuery = query !== undefined && anyQuery !== true
  const hasCheckedParams = params !== undefined && malformedParams === undefined
  const hasBody = body !== undefined || file !== undefined
  return hasCheckedQuery || hasCheckedParams || hasBody || idempotent !== undefined
}

/** The codes that an operation declares. */
export type RefusalOf<Op> = Op extends { errors: readonly (infer Code extends ErrorCode)[] }
  ? Code
  : never

/** Every error code that a caller must expect. */
export type ErrorCodeOf<Op extends Operation> =
  | RefusalOf<Op>
  | (Op extends { unauthorized: infer Code extends ErrorCode }
      ? Code
      : Op['caller'] extends keyof typeof UNAUTHORIZED
        ? (typeof UNAUTHORIZED)[Op['caller']]
        : never)
  | (Op['caller'] extends keyof typeof FORBIDDEN ? (typeof FORBIDDEN)[Op['caller']] : never)
  | (Op['caller'] extends 'anyone' ? never : 'PERSON403_ORIGIN' | 'PERSON403_STEP_UP')
  | 'REQUEST429_RATE_LIMITED'
  | (typeof ANYWHERE)[number]
