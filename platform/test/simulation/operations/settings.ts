import { changeSettings } from '../../../src/money/settlement/statements/settings.ts'
import { updatePartner } from '../../../src/parties/partners/update.ts'
import type { Operation } from './operation.ts'

/** An operator changes a partner beneath what is under way: its names, its events, its echoes. */
export const changePartner: Operation = async ({ process, fixture, random, report }) => {
  const { partnerId } = random.pick(fixture.partners)
  const patch = random.pick([
    { city: `City ${random.below(9)}` },
    { echo: 'all' as const },
    { echo: 'all' as const },
    { echo: 'off' as const },
    { debitLimit: random.pick([null, 0, 500_00]) },
  ])
  const deps = { pool: process.db.pool, keyring: fixture.keyring }
  const updated = await updatePartner(deps, partnerId, patch, fixture.people.maker)
  if (updated === null) report(`partner ${partnerId} is not found`)
  return `${partnerId}: ${JSON.stringify(patch)}`
}

/** When a partner's statements are closed, and when their money may be paid. */
export const changeSettlement: Operation = async ({ process, fixture, random, report }) => {
  const { partnerId } = random.pick(fixture.partners)
  const patch = {
    schedule: random.pick(['manual', 'daily', 'weekly', undefined] as const),
    release: random.pick(['at_once', 'banked', undefined] as const),
  }
  const after = await changeSettings(process.db.pool, partnerId, patch, fixture.people.maker)
  for (const field of ['schedule', 'release'] as const) {
    if (patch[field] !== undefined && after?.[field] !== patch[field])
      report(`the ${field} of partner ${partnerId} was set to ${patch[field]}: ${after?.[field]}`)
  }
  return `${partnerId}: ${after?.schedule}, ${after?.release}`
}
