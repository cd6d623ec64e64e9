import { permissionsOfKey, type OwnPartner, type PartnerKey } from '@wasl/protocol'
import type { PartnerKeyRow } from '../../parties/keys/partner-keys.ts'
import type { PartnerRecord } from '../../parties/partners/get.ts'
import { partnerBody } from '../operator/partner-body.ts'

/** A partner as its own users see it: without what the operator decides about it. */
export const ownPartnerOf = (partner: PartnerRecord): OwnPartner => {
  const { debitLimit: _limit, echo: _echo, ...rest } = partnerBody(partner)
  return { ...rest, isWebhookUrlDerived: partner.webhookUrl === null }
}

export const partnerKeyOf = (key: PartnerKeyRow): PartnerKey => ({
  hint: key.hint,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  permissions: [...permissionsOfKey('partner', key.keyPermissions)],
})
