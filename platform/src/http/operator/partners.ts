import { dinarsFromSum, type Centimes, type Partner } from '@wasl/protocol'
import {
  goLive,
  pauseOrResume,
  type StateChanged,
} from '../../operations/partner-states/change-state.ts'
import { readHealth } from '../../operations/health-of-partners/read.ts'
import { uncallableUrls } from '../../parties/partners/check-url.ts'
import { createPartner } from '../../parties/partners/create.ts'
import { getPartner } from '../../parties/partners/get.ts'
import { tellRotation } from '../../parties/partners/tell-rotation.ts'
import { rotateSecret } from '../../parties/partners/rotate.ts'
import { updatePartner } from '../../parties/partners/update.ts'
import { partnerNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { rotatedBody } from '../bodies/rotated.ts'
import { partnerLister } from './list-partners.ts'
import { isAbove } from '../../parties/agents/raise-limit.ts'
import { expectSecondPerson } from '../server/money-setting.ts'
import type { Refuse } from '../server/routes.ts'
import type { OperatorCaller } from './operator.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { createdPartnerBody, partnerBody } from './partner-body.ts'

/** Partners and their secrets (D22). */
export const partners = (deps: RouteDeps): OperatorHandlers<'partners'> => {
  const { pool, operatorLists } = deps.db
  const store = { pool, keyring: deps.keyring }
  const list = partnerLister(deps.db)

  const bodyOf = (
    changed: StateChanged,
    refuse: Refuse<'PARTNER404_NOT_FOUND' | 'PARTNER409_OTHER_STATE'>,
  ): Partner => {
    if (changed.ok) return partnerBody(changed.partner)
    if (changed.code === 'PARTNER404_NOT_FOUND') throw refuse(changed.code)
    throw refuse(changed.code, { extra: { state: changed.state } })
  }

  return {
    async createPartner({ body, caller }, refuse) {
      const { name, apiUrl, webhookUrl, nameAr, city } = body
      const details = uncallableUrls({ apiUrl, webhookUrl }, deps.addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      const urls = { apiUrl, webhookUrl: webhookUrl ?? null }
      const partner = { name, ...urls, nameAr: nameAr ?? null, city: city ?? null }
      const home = await deps.placePartner()
      const place = home === null ? store : { ...store, pool: home.db.pool }
      const number = home?.partnerId ?? null
      return createdPartnerBody(await createPartner(place, partner, caller.actor, number))
    },

    listPartners: ({ query, caller: { permissions } }) => list(query, permissions),

    async readPartner({ params }, refuse) {
      const partner = await getPartner(operatorLists, numberOf(params))
      if (partner === null) throw refuse('PARTNER404_NOT_FOUND')
      return partnerBody(partner)
    },

    async readPartnerHealth({ params, query: { hours } }, refuse) {
      const health = await readHealth(deps.db.screens, numberOf(params), hours)
      if (health === null) throw refuse('PARTNER404_NOT_FOUND')
      return health
    },

    async changePartner({ params, body, caller }, refuse) {
      const { debitLimit, ...rest } = body
      const patch = { ...rest, debitLimit: limitOf(debitLimit) }
      const details = uncallableUrls(patch, deps.addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      await expectLimitConfirmed(deps, caller, params.partnerId, patch.debitLimit)
      const updated = await updatePartner(store, numberOf(params), patch, caller.actor)
      if (updated === null) throw refuse('PARTNER404_NOT_FOUND')
      return { ...partnerBody(updated.partner), ...updated.newSecrets }
    },

    async goLive({ params, body, caller: { isOwner, actor } }, refuse) {
      const word = { reason: body?.reason ?? null, isOwner }
      const changed = await goLive(pool, numberOf(params), word, actor)
      if (!changed.ok && changed.code === 'PARTNER409_NOT_CERTIFIED') throw refuse(changed.code)
      return bodyOf(changed, refuse)
    },

    async pausePartner({ params, body: { reason }, caller: { actor } }, refuse) {
      const step = { step: 'pause', reason } as const
      return bodyOf(await pauseOrResume(pool, numberOf(params), step, actor), refuse)
    },

    async resumePartner({ params, body: { reason }, caller: { actor } }, refuse) {
      const step = { step: 'resume', reason } as const
      return bodyOf(await pauseOrResume(pool, numberOf(params), step, actor), refuse)
    },

    async rotateSecret({ params, body: rotation, caller }, refuse) {
      const partnerId = numberOf(params)
      const rotated = await rotateSecret(store, partnerId, rotation, caller.actor)
      if (!rotated.ok) throw refuse('PARTNER404_NOT_FOUND')
      const { control } = deps.everyCell
      await tellRotation(control.pool, partnerId, rotation.secret, caller.actor)
      return rotatedBody(partnerId, rotation.secret, rotated)
    },
  }
}

/** Raising how much a partner may owe takes two people; what waits is in the control cell (W258). */
const expectLimitConfirmed = async (
  { db, everyCell }: RouteDeps,
  caller: OperatorCaller,
  partnerId: string,
  limit: Centimes | null | undefined,
): Promise<void> => {
  if (limit === undefined) return
  const found = await getPartner(db.pool, numberOf({ partnerId }))
  if (found === null || !isAbove(limit, found.debitLimit)) return
  const { debitLimit } = partnerBody(found)
  const patch = { debitLimit: limit === null ? null : dinarsFromSum(limit) }
  const said = { operation: 'changePartner', subject: partnerId, patch } as const
  const { control } = everyCell
  await expectSecondPerson(control, caller, { ...said, before: { debitLimit } }, ['debitLimit'])
}

/** The centimes of a debit limit, which may be 0; undefined when it is not changed. */
const limitOf = (limit: number | null | undefined): Centimes | null | undefined =>
  limit === undefined || limit === null || limit === 0 ? limit : centimesOf(limit)

/** The number in a partner id that its schema has accepted. */
export const numberOf = ({ partnerId }: { partnerId: string }): number => {
  const number = partnerNumber(partnerId)
  if (number === null) throw new Error('expected a partner id that was checked')
  return number
}
