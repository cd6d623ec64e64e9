import type { Check } from './check.ts'
import type { CheckInfo } from './check-info.ts'
import { answerChecks } from './checks/answers.ts'
import { authorisationChecks } from './checks/authorisation.ts'
import { bodyChecks } from './checks/body.ts'
import { connectionChecks } from './checks/connection.ts'
import { eventChecks } from './checks/event.ts'
import { loadChecks } from './checks/load.ts'
import { lookupAnswerChecks } from './checks/lookup-answers.ts'
import { lookupFieldChecks } from './checks/lookup-fields.ts'
import { paymentChecks } from './checks/payment.ts'
import { qrChecks } from './checks/qr.ts'
import { referencePartChecks } from './checks/reference-parts.ts'
import { referenceChecks } from './checks/reference.ts'
import { rotationChecks } from './checks/rotation.ts'
import { signatureChecks } from './checks/signature.ts'
import { timestampChecks } from './checks/timestamp.ts'
import { trustChecks } from './checks/trust.ts'
import { webhookChecks } from './checks/webhook.ts'

/** All checks, in the order in which they run. */
export const ALL_CHECKS: readonly Check[] = [
  ...connectionChecks,
  ...lookupAnswerChecks,
  ...lookupFieldChecks,
  ...webhookChecks,
  ...authorisationChecks,
  ...rotationChecks,
  ...referencePartChecks,
  ...referenceChecks,
  ...timestampChecks,
  ...signatureChecks,
  ...bodyChecks,
  ...loadChecks,
  ...eventChecks,
  ...trustChecks,
  ...paymentChecks,
  ...qrChecks,
  ...answerChecks,
]

export const infoOf = ({ id, title, section, group, needs }: CheckInfo): CheckInfo => ({
  id,
  title,
  section,
  group,
  needs,
})

/** All checks without their code, for lists, help and documentation. */
export const CHECKS: readonly CheckInfo[] = ALL_CHECKS.map(infoOf)
