import {
  dinarsFromSum,
  permissionsOfKey,
  type CreatedPartner,
  type ListedPartner,
  type Partner,
} from '@wasl/protocol'
import type { Volume } from '../../operations/figures/volumes.ts'
import { standingBody } from '../../operations/health-of-partners/standing-body.ts'
import type { PartnerStanding } from '../../operations/health-of-partners/standing.ts'
import type { CreatedPartner as Created } from '../../parties/partners/create.ts'
import type { PartnerRecord } from '../../parties/partners/get.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { effectiveWebhookUrl } from '../../parties/partners/partner.ts'

/** A partner as operators see it, with the effective webhook URL (D12). */
export const partnerBody = (partner: PartnerRecord): Partner => ({
  ...fieldsOf(partner),
  certificate: partner.certificate,
  canary: partner.canary,
  events: partner.events,
  webhookHeaders: partner.webhookHeaders,
  echo: partner.echo,
  debitLimit: partner.debitLimit === null ? null : dinarsFromSum(partner.debitLimit),
  warnings: partner.warnings,
  keyPermissions: [...permissionsOfKey('partner', partner.keyPermissions)],
  rotations: partner.rotations,
})

/** A partner in the list; what the caller may not see is null. */
export const listedPartnerBody = (
  partner: PartnerRecord,
  standing: PartnerStanding | null,
  volume: Volume | null,
): ListedPartner => ({
  ...partnerBody(partner),
  health: standing === null ? null : standingBody(standing),
  volume:
    volume === null
      ? null
      : { collected: dinarsFromSum(volume.collected), payments: volume.payments },
})

/** The only answer that contains the three secrets. */
export const createdPartnerBody = (partner: Created): CreatedPartner => ({
  ...fieldsOf(partner),
  apiKey: partner.apiKey,
  apiSecret: partner.apiSecret,
  hmacSecret: partner.hmacSecret,
})

type Listed =
  | 'certificate'
  | 'canary'
  | 'events'
  | 'webhookHeaders'
  | 'echo'
  | 'debitLimit'
  | 'warnings'
  | 'rotations'
  | 'keyPermissions'

const fieldsOf = (partner: Omit<PartnerRecord, Listed>) => ({
  partnerId: partnerWireId(partner.partnerId),
  name: partner.name,
  status: partner.status,
  state: partner.state,
  apiUrl: partner.apiUrl,
  webhookUrl: effectiveWebhookUrl(partner),
  nameAr: partner.nameAr,
  city: partner.city,
  createdAt: partner.createdAt.toISOString(),
  updatedAt: partner.updatedAt.toISOString(),
})
