/**
 * The platform's configuration (D23), read from the environment once at the start, and nowhere
 * else. An empty variable counts as absent.
 */
import { PROCESS_ROLES, type Centimes, type ProcessRole } from '@wasl/protocol'
import { z } from 'zod'
import { readArguments } from './arguments.ts'
import {
  AMOUNT_EXPECTED,
  centimesFromText,
  databaseUrlExpected,
  databaseUrlOf,
  originOf,
  proxiesOf,
  timeZoneOf,
} from './values.ts'
import { unknownVariables } from './unknown.ts'
import { cellsExpected, cellsOf, type CellAddress } from './cell-addresses.ts'
import { AUDIT_SEALS_VARIABLES, auditSealsOf, type AuditSealsConfig } from './audit-seals.ts'
import { folderMissing } from './export-folder.ts'
import { missingBeside, NOTIFY_VARIABLES, notifyConfigOf, type NotifyConfig } from './notify.ts'
import { clientsAccountOf, type ClientsAccount } from './clients-account.ts'
import { hidden, isText, variable, wholeNumber } from './variable.ts'
import {
  REFUND_APPROVAL_EXPECTED,
  refundApprovalMissing,
  refundApprovalOf,
} from './refund-approval.ts'
import { payLinksOf, type PayLink } from '../pay-link.ts'
import { masterKeyMissing, masterKeysOf, newKeyOf } from './master-key.ts'
import { MANUAL_POSTING_ABOVE } from '../second-person.ts'
import { rolesOf, ROLES_EXPECTED } from './roles.ts'
import { isStrongOperatorKey, OPERATOR_KEY_EXPECTED } from '../secrets/key-strength.ts'

export type Config = {
  /** 0 lets the system choose. */
  port: number
  host: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The cells in which partners live, the control cell first; empty with one database (W170). */
  cells: CellAddress[]
  dataDir: string
  /** What this process does of the platform's work (W168). */
  roles: readonly ProcessRole[]
  /** Absent: the platform makes the first operator's key and prints it once. */
  operatorKey: string | undefined
  /** 32 bytes. Absent: kept in `dataDir`; never absent together with `databaseUrl`. */
  masterKey: Buffer | undefined
  /** Earlier master keys, which open what they sealed until it is sealed again. */
  previousMasterKeys: Buffer[]
  allowPrivateTargets: boolean
  /** The public origin of the platform, without a trailing slash. */
  publicUrl: string | undefined
  /** The issuer in the EMVCo payloads of QR codes (D20). */
  qrGuid: string
  /** Payment apps that the payer's page links to. */
  payLinks: PayLink[]
  /** Every channel kind's default lock time (D10). */
  lockSeconds: number
  /** The zone of business dates; null keeps the database's, at first Africa/Algiers. */
  timeZone: string | null
  /** Refunds above this many centimes need another person; null when none does (D28). */
  refundApprovalAbove: Centimes | null
  /** Postings by hand above this many centimes need two people (D34). */
  manualPostingAbove: Centimes
  /**
   * The bank account that holds the partners' money and its owner, for payment files; null when
   * unknown.
   */
  clientsAccount: ClientsAccount | null
  /** Months after which payments, and entries of the audit log, are dropped; null keeps them. */
  keepMonths: number | null
  keepAuditMonths: number | null
  /** Months after which the books are archived, if there is a folder for them. */
  keepBooksMonths: number
  /** Days after which webhook attempts are dropped, with what partners answered to them. */
  keepAttemptDays: number
  /** The folder to which partitions are exported before they are dropped. */
  exportDir: string | null
  logLevel: LogLevel
  /**
   * Whether the platform makes OpenTelemetry traces; an SDK that the operator registers receives
   * them (W89).
   */
  traces: boolean
  /** Whether requests to partners carry the header `traceparent`. */
  traceparent: boolean
  /** Which addresses and ranges may set `X-Forwarded-For`; false for none. */
  trustProxy: false | string[]
  /** How the operator is told that something is wrong; null when it is not (W145). */
  notify: NotifyConfig | null
  /** Where seals of the audit log are kept outside of the database (W268). */
  auditSeals: AuditSealsConfig
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Reads the configuration from an environment, by default this process's, and from arguments.
 *
 * @throws Error when values are wrong or a name is mistyped: one sentence for each, with the variable, what was expected
 *   and what was received; of a secret only its length.
 */
export const readConfig = (environment: Environment = process.env, args: string[] = []): Config =>
  read(schema, { ...environment, ...readArguments(args) })

/**
 * The same for a command that only needs the database, as after a restore: neither the master key nor what
 * a process decides before money moves is required. It is not for what opens secrets.
 *
 * @throws Error as `readConfig`.
 */
export const readDatabaseConfig = (environment: Environment = process.env): Config =>
  read(variables, environment)

const read = (expected: typeof variables, named: Environment): Config => {
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
  const result = expected.safeParse(given)
  const problems = unknownVariables(given, Object.keys(expected.shape))
  if (result.success && problems.length === 0) return toConfig(result.data)
  throw new Error([...(result.error?.issues.map(sentence) ?? []), ...problems].join('\n'))
}

export type Environment = Record<string, string | undefined>

const sentence = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.')}: ${message}`

/** A retry schedule takes three days; its attempts are needed to send events again (D14). */
export const ATTEMPT_DAYS_MIN = 7

const variables = z
  .object({
    PORT: wholeNumber(0, 65_535),
    HOST: variable('a host name or an IP address', isText(/^[\w.:%-]+$/)),
    DATABASE_URL: variable(databaseUrlExpected, databaseUrlOf, hidden),
    WASL_CELLS: variable(cellsExpected, cellsOf, hidden),
    WASL_DATA_DIR: variable('the path of a folder', (text) =>
      text.trim() === '' || text.includes('\0') ? undefined : text,
    ),
    WASL_ROLES: variable(ROLES_EXPECTED, rolesOf),
    WASL_OPERATOR_KEY: variable(
      OPERATOR_KEY_EXPECTED,
      (text) => (isStrongOperatorKey(text) ? text : undefined),
      hidden,
    ),
    WASL_MASTER_KEY: variable(
      '32 random bytes in base64 (44 characters), as openssl rand -base64 32 prints',
      newKeyOf,
      hidden,
    ),
    WASL_MASTER_KEY_PREVIOUS: variable(
      'keys of 32 bytes in base64 with commas between them',
      masterKeysOf,
      hidden,
    ),
    WASL_ALLOW_PRIVATE_TARGETS: variable('1 or 0', isText(/^[01]$/)),
    WASL_PUBLIC_URL: variable('an origin such as https://pay.example, without a path', originOf),
    WASL_QR_GUID: variable(
      '1 to 32 letters, digits, dots and hyphens, such as dz.example.pay',
      isText(/^[A-Za-z0-9.-]{1,32}$/),
    ),
    WASL_PAY_LINKS: variable(
      'apps such as App=app://pay?qr={token} with commas between them, each with {token} or {url}',
      payLinksOf,
    ),
    WASL_LOCK_SECONDS: wholeNumber(1, 86_400),
    WASL_TIME_ZONE: variable('a time zone such as Africa/Algiers', timeZoneOf),
    WASL_REFUND_APPROVAL_ABOVE: variable(REFUND_APPROVAL_EXPECTED, refundApprovalOf),
    WASL_MANUAL_POSTING_ABOVE: variable(AMOUNT_EXPECTED, centimesFromText),
    WASL_CLIENTS_ACCOUNT: variable(
      'the 20 digits of a RIB, a space, and the name of the account holder',
      clientsAccountOf,
    ),
    WASL_KEEP_MONTHS: wholeNumber(1, 1_200),
    WASL_KEEP_AUDIT_MONTHS: wholeNumber(1, 1_200),
    WASL_KEEP_BOOKS_MONTHS: wholeNumber(1, 1_200),
    WASL_KEEP_ATTEMPT_DAYS: wholeNumber(ATTEMPT_DAYS_MIN, 36_500),
    WASL_EXPORT_DIR: variable('the path of a folder', isText(/./)),
    WASL_LOG_LEVEL: variable(`one of ${LOG_LEVELS.join(', ')}`, (text) =>
      LOG_LEVELS.find((level) => level === text),
    ),
    WASL_TRACES: variable('1 or 0', isText(/^[01]$/)),
    WASL_TRACEPARENT: variable('1 or 0', isText(/^[01]$/)),
    WASL_TRUST_PROXY: variable(
      "the proxies' addresses with commas between them, such as 10.0.0.0/8,::1",
      proxiesOf,
    ),
    ...AUDIT_SEALS_VARIABLES,
    ...NOTIFY_VARIABLES,
  })
  .superRefine((values, context) => {
    for (const { name, message } of [...missingBeside(values), ...folderMissing(values)]) {
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })
  .superRefine((values, context) => {
    if (values.DATABASE_URL === undefined || values.WASL_CELLS === undefined) return
    const message =
      'expected no DATABASE_URL beside it, because the first cell is the database that it names'
    context.addIssue({ code: 'custom', path: ['WASL_CELLS'], message })
  })

const schema = variables
  .superRefine((values, context) => {
    const message = masterKeyMissing(values)
    if (message === null) return
    context.addIssue({ code: 'custom', path: ['WASL_MASTER_KEY'], message })
  })
  .superRefine((values, context) => {
    const message = refundApprovalMissing(values)
    if (message === null) return
    context.addIssue({ code: 'custom', path: ['WASL_REFUND_APPROVAL_ABOVE'], message })
  })

const toConfig = (values: z.output<typeof variables>): Config => ({
  port: values.PORT ?? 8080,
  host: values.HOST ?? '127.0.0.1',
  databaseUrl: values.DATABASE_URL ?? values.WASL_CELLS?.[0]?.url,
  // One cell is one database: nothing is spread.
  cells: values.WASL_CELLS?.[1] === undefined ? [] : values.WASL_CELLS,
  dataDir: values.WASL_DATA_DIR ?? '.wasl',
  roles: values.WASL_ROLES ?? PROCESS_ROLES,
  operatorKey: values.WASL_OPERATOR_KEY,
  masterKey: values.WASL_MASTER_KEY,
  previousMasterKeys: values.WASL_MASTER_KEY_PREVIOUS ?? [],
  allowPrivateTargets: values.WASL_ALLOW_PRIVATE_TARGETS === '1',
  publicUrl: values.WASL_PUBLIC_URL,
  qrGuid: values.WASL_QR_GUID ?? 'dz.wasl',
  payLinks: values.WASL_PAY_LINKS ?? [],
  lockSeconds: values.WASL_LOCK_SECONDS ?? 900,
  timeZone: values.WASL_TIME_ZONE ?? null,
  refundApprovalAbove: values.WASL_REFUND_APPROVAL_ABOVE ?? null,
  manualPostingAbove: values.WASL_MANUAL_POSTING_ABOVE ?? MANUAL_POSTING_ABOVE,
  clientsAccount: values.WASL_CLIENTS_ACCOUNT ?? null,
  keepMonths: values.WASL_KEEP_MONTHS ?? null,
  keepAuditMonths: values.WASL_KEEP_AUDIT_MONTHS ?? null,
  keepBooksMonths: values.WASL_KEEP_BOOKS_MONTHS ?? 120,
  keepAttemptDays: values.WASL_KEEP_ATTEMPT_DAYS ?? 90,
  exportDir: values.WASL_EXPORT_DIR ?? null,
  logLevel: values.WASL_LOG_LEVEL ?? 'info',
  traces: values.WASL_TRACES === '1',
  traceparent: values.WASL_TRACEPARENT === '1',
  trustProxy: values.WASL_TRUST_PROXY ?? false,
  notify: notifyConfigOf(values),
  auditSeals: auditSealsOf(values),
})
