/** Where seals of the audit log are kept outside of the database (W268). */
import { NOTIFY_URL_EXPECTED, notifyUrlOf } from './notify.ts'
import { hidden, isText, variable } from './variable.ts'

export type AuditSealsConfig = {
  /** Null for no folder. */
  folder: string | null
  /** Null for no address. */
  url: string | null
}

export const AUDIT_SEALS_VARIABLES = {
  WASL_AUDIT_SEALS_DIR: variable('the path of a folder', isText(/./)),
  WASL_AUDIT_SEALS_URL: variable(NOTIFY_URL_EXPECTED, notifyUrlOf, hidden),
}

type Values = {
  WASL_AUDIT_SEALS_DIR?: string | undefined
  WASL_AUDIT_SEALS_URL?: string | undefined
}

export const auditSealsOf = (values: Values): AuditSealsConfig => ({
  folder: values.WASL_AUDIT_SEALS_DIR ?? null,
  url: values.WASL_AUDIT_SEALS_URL ?? null,
})
