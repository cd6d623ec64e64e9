/** Who may find what (W140): who may list it. The contract says it, so that neither is wider. */
import type { Permission, RecordType, SearchGroup } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'

type Kind = Exclude<SearchGroup['kind'], 'records'> | RecordType

const { operator } = OPERATIONS

export const PERMISSION_TO_FIND = {
  payments: operator.payments.listPayments.permission,
  statements: operator.statements.listStatements.permission,
  events: operator.webhookEvents.listWebhookEvents.permission,
  partners: operator.partners.listPartners.permission,
  channels: operator.channels.listChannels.permission,
  agents: operator.agents.listAgentsOfChannel.permission,
  requests: operator.auditLog.listAuditLog.permission,
  refund: operator.refunds.listRefunds.permission,
  case: operator.cases.listAllCases.permission,
  payout: operator.payouts.listPayouts.permission,
  shift: operator.cash.listAllShifts.permission,
  handover: operator.handovers.listAllHandovers.permission,
  deposit: operator.deposits.listAllDeposits.permission,
  remittance: operator.remittances.listAllRemittances.permission,
  float: operator.floats.listFloats.permission,
  variance: operator.variances.listVariances.permission,
  bankLine: operator.bank.listBankLines.permission,
} as const satisfies Record<Kind, Permission>
