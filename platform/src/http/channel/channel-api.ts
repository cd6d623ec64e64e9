import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { spreadTables, type Spread } from '../cells/spread.ts'
import type { UsersDeps } from '../bodies/users.ts'
import { addTables } from '../server/routes.ts'
import { agents, type AgentDeps } from './agents.ts'
import { cases, type CaseDeps } from './cases.ts'
import { forChannels, type ChannelKeys } from './channel.ts'
import { deposits, type DepositDeps } from './deposits.ts'
import { handovers, type HandoverDeps } from './handovers.ts'
import { underOwnAgent } from './own-agent.ts'
import { payments, type PaymentDeps } from './payments.ts'
import { qrCodes, type QrCodeDeps } from './qr-codes.ts'
import { shifts, type ShiftDeps } from './shifts.ts'
import { receipts, type ReceiptDeps } from './receipts.ts'
import { remittances } from './remittances.ts'
import { till, type TillDeps } from './till.ts'
import { refunds, type RefundDeps } from './refunds.ts'
import { variances } from './variances.ts'
import { requests } from './requests.ts'
import { users } from './users.ts'

export type ChannelApiDeps = ChannelKeys & { spread: Spread } & PaymentDeps &
  QrCodeDeps &
  AgentDeps &
  HandoverDeps &
  DepositDeps &
  ShiftDeps &
  CaseDeps &
  ReceiptDeps &
  RefundDeps &
  TillDeps &
  UsersDeps

/** The channel API (D21). Every route checks a channel's key first. */
export const channelApi = (app: FastifyInstance, deps: ChannelApiDeps): void =>
  forChannels(app, deps, (scope, options) =>
    addTables(
      scope,
      OPERATIONS.channel,
      spreadTables(deps.spread, OPERATIONS.channel, deps, handlersOf),
      options,
    ),
  )

const handlersOf = (deps: ChannelApiDeps) =>
  underOwnAgent(deps, {
    payments: payments(deps),
    agents: agents(deps),
    shifts: shifts(deps),
    cases: cases(deps),
    receipts: receipts(deps),
    users: users(deps),
    till: till(deps),
    refunds: refunds(deps),
    requests: requests(deps),
    variances: variances(deps),
    qrCodes: qrCodes(deps),
    handovers: handovers(deps),
    deposits: deposits(deps),
    remittances: remittances(deps),
  })
