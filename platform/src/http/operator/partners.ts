import type { Issue } from '@wasl/protocol'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { urlRefusal } from '../../partners/check-url.ts'
import { createPartner } from '../../partners/create.ts'
import { getPartner, listPartners } from '../../partners/get.ts'
import { rotateSecret } from '../../partners/rotate.ts'
import { updatePartner } from '../../partners/update.ts'
import { partnerNumber } from '../../wire-ids.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { createdPartnerBody, partnerBody } from './partner-body.ts'

/** Partners and their secrets (D22). */
export const partners = (deps: RouteDeps): OperatorHandlers<'partners'> => {
  const { pool, operatorLists } = deps.db
  const store = { pool, keyring: deps.keyring }

  return {
    async createPartner({ body, caller }, refuse) {
      const { name, apiUrl, webhookUrl, nameAr, city } = body
      const details = uncallableUrls({ apiUrl, webhookUrl }, deps.addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      const urls = { apiUrl, webhookUrl: webhookUrl ?? null }
      const partner = { name, ...urls, nameAr: nameAr ?? null, city: city ?? null }
      return createdPartnerBody(await createPartner(store, partner, caller.actor))
    },

    async listPartners({ query: { limit, cursor } }) {
      const afterId = readCursor(cursor, readNumber) ?? 0
      const rows = await listPartners(operatorLists, { limit: limit + 1, afterId })
      return pageOf(rows, limit, { idOf: (row) => row.partnerId, toItem: partnerBody })
    },

    async readPartner({ params }, refuse) {
      const partner = await getPartner(operatorLists, numberOf(params))
      if (partner === null) throw refuse('PARTNER404_NOT_FOUND')
      return partnerBody(partner)
    },

    async changePartner({ params, body: patch, caller }, refuse) {
      const details = uncallableUrls(patch, deps.addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      const updated = await updatePartner(store, numberOf(params), patch, caller.actor)
      if (updated === null) throw refuse('PARTNER404_NOT_FOUND')
      return { ...partnerBody(updated.partner), ...updated.newSecrets }
    },

    async rotateSecret({ params, body: rotation, caller }, refuse) {
      const replacement = await rotateSecret(store, numberOf(params), rotation, caller.actor)
      if (replacement === null) throw refuse('PARTNER404_NOT_FOUND')
      return {
        partnerId: params.partnerId,
        secret: rotation.secret,
        value: replacement.value,
        previousValidUntil: replacement.previousValidUntil.toISOString(),
      }
    },
  }
}

/** The number in a partner id that its schema has accepted. */
export const numberOf = ({ partnerId }: { partnerId: string }): number => {
  const number = partnerNumber(partnerId)
  if (number === null) throw new Error('expected a partner id that was checked')
  return number
}

type Urls = { apiUrl?: string | undefined; webhookUrl?: string | null | undefined }

/** The issues of URLs that the platform would never call. */
const uncallableUrls = (urls: Urls, policy: AddressPolicy): Issue[] =>
  (['apiUrl', 'webhookUrl'] as const).flatMap((path) => {
    const url = urls[path]
    const message = url === undefined || url === null ? null : urlRefusal(url, policy)
    return message === null ? [] : [{ path, message }]
  })
