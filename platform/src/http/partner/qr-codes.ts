import { setQrConfigRequest, unsetQrConfigRequest, type SetQrConfigRequest } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { hexHashOfApiKey } from '../../keys/api-key.ts'
import { authenticatePartner } from '../../keys/authenticate.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import type { ConfigurationResult } from '../../qr-codes/change-configuration.ts'
import type { Amounts } from '../../qr-codes/configuration.ts'
import { setQrConfig } from '../../qr-codes/set.ts'
import { unsetQrConfig } from '../../qr-codes/unset.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../server/api-error.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { createChangeLimit } from './change-limit.ts'
import { noteCaller } from '../server/subject.ts'
import { CHANGE_LIMITS, createPartnerGate } from './partner-gate.ts'
import { validate } from '../server/validate.ts'

export type PartnerQrApiDeps = {
  db: Database
  makeTransition: MakeTransition
  addressLimit: AddressLimit
}

/** `{api_base_url}` of section 4 (D6). */
const BASE_PATH = '/partner/qr/v1'

/** Enough of a key's hash to tell which of a partner's keys it was. */
const KEY_HINT_LENGTH = 8

/** `name` is what the history of a code has of who set or unset it. */
type Caller = { partnerId: number; name: string }

/** The Static QR Code API (sections 4.4, 4.5, 7.2; D16 to D18). */
export const partnerQrApi = (app: FastifyInstance, deps: PartnerQrApiDeps): void => {
  const { db, makeTransition, addressLimit } = deps
  const changes = createChangeLimit()
  const gate = createPartnerGate(CHANGE_LIMITS)
  const store = { pool: db.pool, hot: db.hot, makeTransition }

  const admit = async (request: FastifyRequest): Promise<Caller> => {
    const lookUp = async (key: string) => {
      const partner = await authenticatePartner(db, key)
      const keyHint = hexHashOfApiKey(key).slice(0, KEY_HINT_LENGTH)
      return partner?.status === 'active' ? { ...partner, keyHint } : null
    }
    const partner = await addressLimit.admit(request, 'AUTH401_UNAUTHORIZED_ACCESS', lookUp)
    noteCaller(request, partner)
    return { partnerId: partner.partnerId, name: `partner ${partner.keyHint}` }
  }

  addAdmitted(app, admit, (scope, callerOf) => {
    scope.post(`${BASE_PATH}/set-qr-config`, async (request) => {
      const { partnerId, name: setBy } = callerOf(request)
      await changes.count(partnerId)
      const body = validate(setQrConfigRequest, request.body)
      const wanted = wantedOf(body)
      const change = { partnerId, token: body.qrCodeToken, wanted, setBy }
      return configOf(await gate.within(partnerId, () => setQrConfig(store, change)))
    })

    scope.post(`${BASE_PATH}/un-set-qr-config`, async (request) => {
      const { partnerId, name: unsetBy } = callerOf(request)
      await changes.count(partnerId)
      const { qrCodeToken: token } = validate(unsetQrConfigRequest, request.body)
      const change = { partnerId, token, unsetBy }
      return configOf(await gate.within(partnerId, () => unsetQrConfig(store, change)))
    })
  })
}

const wantedOf = ({ amounts, expiresAt, singleUse }: SetQrConfigRequest): Amounts => {
  const kind = expiresAt === undefined ? 'PERMANENT' : 'TIME_LIMITED'
  return {
    kind: singleUse === true ? 'SINGLE_USE' : kind,
    amounts: amounts.map(centimesOf),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  }
}

const configOf = (result: ConfigurationResult) => {
  if (result.ok) return result.config
  const { code, explanation: message } = result
  throw new ApiError(
    code,
    message === undefined ? {} : { details: [{ path: 'expiresAt', message }] },
  )
}
