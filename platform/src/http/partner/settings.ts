import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { listPartnerKeys, revokePartnerKey } from '../../parties/keys/partner-keys.ts'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { uncallableUrls } from '../../parties/partners/check-url.ts'
import { getPartner } from '../../parties/partners/get.ts'
import { tellRotation } from '../../parties/partners/tell-rotation.ts'
import { rotateSecret } from '../../parties/partners/rotate.ts'
import { updatePartner } from '../../parties/partners/update.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { levelsBody, OF_PARTNERS } from '../../operations/objectives/levels-body.ts'
import { readLevels } from '../../operations/objectives/read-levels.ts'
import { rotatedBody } from '../bodies/rotated.ts'
import { ownPartnerOf, partnerKeyOf } from '../bodies/own-partner.ts'
import type { QrCodesOf } from '../bodies/qr-file.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { PARTNER_OWN_QR_CODES, ownQrCodes } from './own-qr-codes.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'

export type PartnerSettingsDeps = PartnerKeys & {
  keyring: Keyring
  config: { allowPrivateTargets: boolean }
  codes: QrCodesOf
}

const { settings } = OPERATIONS.partner

/** What a partner's users see and change by themselves (W153). */
export const partnerSettings = (app: FastifyInstance, deps: PartnerSettingsDeps): void =>
  forEvents(app, deps, (scope, options) => {
    addRoutes(scope, settings, deps.spread(settings, deps, handlersOf), options)
    const codes = deps.spread(PARTNER_OWN_QR_CODES, deps, ownQrCodes)
    addRoutes(scope, PARTNER_OWN_QR_CODES, codes, options)
  })

const handlersOf = ({
  db: { pool, partnerLists },
  everyCell,
  keyring,
  config,
}: PartnerSettingsDeps): Handlers<typeof settings, EventsCaller> => {
  const store = { pool, keyring }
  const addressPolicy = createAddressPolicy({ allowPrivateTargets: config.allowPrivateTargets })
  const lists = createPartnerGate(LIST_LIMITS)
  const keysOf = async (partnerId: number) => ({
    items: (await listPartnerKeys(pool, partnerId)).map(partnerKeyOf),
  })

  return {
    readOwnServiceLevels: ({ caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const levels = await readLevels(partnerLists, partnerId)
        const { worst: _, ...own } = levelsBody(levels, OF_PARTNERS)
        return own
      }),

    readOwnPartner: ({ caller: { partnerId } }) =>
      lists.within(partnerId, async () =>
        ownPartnerOf(existing(await getPartner(partnerLists, partnerId))),
      ),

    async changeOwnPartner({ body, caller: { partnerId, actor } }, refuse) {
      const details = uncallableUrls(body, addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      const { partner, newSecrets } = existing(await updatePartner(store, partnerId, body, actor))
      return { ...ownPartnerOf(partner), ...newSecrets }
    },

    async rotateOwnSecret({ body, caller: { partnerId, actor, person, permissions } }, refuse) {
      const most = person === null ? permissions : null
      const rotated = await rotateSecret(store, partnerId, { ...body, most }, actor)
      if (!rotated.ok) throw refuse('VALIDATION400', { details: [TOO_STRONG] })
      await tellRotation(everyCell.control.pool, partnerId, body.secret, actor)
      return rotatedBody(partnerId, body.secret, rotated)
    },

    listOwnKeys: ({ caller: { partnerId } }) => lists.within(partnerId, () => keysOf(partnerId)),

    async revokeOwnKey({ params, caller: { partnerId, actor } }, refuse) {
      const revoked = await revokePartnerKey(pool, partnerId, params.hint, actor)
      if (!revoked.ok) throw refuse(revoked.code)
      return keysOf(partnerId)
    },
  }
}

const TOO_STRONG = {
  path: 'permissions',
  message: 'expected only permissions that the key of this request has itself',
}

/** A partner is never deleted, so the one that calls exists. */
const existing = <T>(found: T | null): T => {
  if (found === null) throw new Error('the calling partner is not there')
  return found
}
