import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { MakeTransition } from '../../payments/transition.ts'
import type { ConfigurationRefusal } from '../../payments/qr-codes/change-configuration.ts'
import { setQrConfig } from '../../payments/qr-codes/set.ts'
import { unsetQrConfig } from '../../payments/qr-codes/unset.ts'
import { wantedOf } from '../bodies/qr-code.ts'
import type { ApiError } from '../../base/api-error.ts'
import { addRoutes, type Handlers, type Refuse } from '../server/routes.ts'
import { CHANGE_LIMITS, createPartnerGate } from './partner-gate.ts'
import { forQrCodes, type QrCaller, type PartnerKeys } from './partner.ts'

export type PartnerQrApiDeps = PartnerKeys & {
  makeTransition: MakeTransition
}

const { qrCodes } = OPERATIONS.partner

/** The Static QR Code API (sections 4.4, 4.5, 7.2; D16 to D18). */
export const partnerQrCodes = (app: FastifyInstance, deps: PartnerQrApiDeps): void =>
  forQrCodes(app, deps, (scope, options) =>
    addRoutes(scope, qrCodes, deps.spread(qrCodes, deps, handlersOf), options),
  )

const handlersOf = ({
  db,
  makeTransition,
}: PartnerQrApiDeps): Handlers<typeof qrCodes, QrCaller> => {
  const gate = createPartnerGate(CHANGE_LIMITS)
  const store = { pool: db.pool, hot: db.hot, makeTransition }

  return {
    async setQrConfig({ body, caller: { partnerId, name: setBy } }, refuse) {
      const change = { partnerId, token: body.qrCodeToken, wanted: wantedOf(body), setBy }
      const result = await gate.within(partnerId, () => setQrConfig(store, change))
      if (!result.ok) throw refused(refuse, result)
      return result.config
    },

    async unsetQrConfig({ body, caller: { partnerId, name: unsetBy } }, refuse) {
      const change = { partnerId, token: body.qrCodeToken, unsetBy }
      const result = await gate.within(partnerId, () => unsetQrConfig(store, change))
      if (!result.ok) throw refused(refuse, result)
      return result.config
    },
  }
}

const refused = (
  refuse: Refuse<ConfigurationRefusal['code']>,
  { code, explanation: message }: ConfigurationRefusal,
): ApiError =>
  refuse(code, message === undefined ? {} : { details: [{ path: 'expiresAt', message }] })
