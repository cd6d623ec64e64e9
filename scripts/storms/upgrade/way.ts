/** The way to the next release and back, process by process. */
import { until } from '../../../platform/test/support/wait.ts'
import type { Scene } from '../storm.ts'
import type { Tills } from '../tills.ts'
import type { Fleet } from './fleet.ts'
import type { Moves } from './moved.ts'
import type { ReleaseFolder } from './release-folder.ts'

const STEP_MS_MAX = 300_000

export type Way = {
  old: ReleaseFolder
  next: ReleaseFolder
  scene: Scene
  tills: Tills
  moves: Moves
  /** Payments that tills confirm after each step. */
  afterStep: number
}

/** @returns what the processes say of the schema on the way. */
export const goAndReturn = async (
  fleet: Fleet,
  { old, next, scene, tills, moves, afterStep }: Way,
): Promise<string[]> => {
  const schemas: string[] = []
  const step = async (what: string, act: () => Promise<void>): Promise<void> => {
    await act()
    await confirmed(tills, afterStep)
    const { body } = (await fleet.processes.at(-1)?.call('GET', '/readyz')) ?? {}
    scene.say(`${what}: ${body?.status}, ${tills.told.confirmed.size} payments, ${moves.said()}`)
    if (body?.schema !== undefined)
      schemas.push(`${what}: /readyz says ${JSON.stringify(body.schema)}`)
  }
  await step('new beside two old', () => fleet.start(next))
  await step('one old stopped', () => fleet.endFirst('stop'))
  if (old.hasRule) {
    await step('the other old killed', () => fleet.endFirst('kill'))
    await step('an old one started on the newer schema', () => fleet.start(old))
    // The order of their starts is: new, old.
    fleet.processes.reverse()
  }
  await step('the other cell replaced', () => fleet.replaceSouth(next, 'kill'))
  await moves.roundTrip()
  await step('a second new', () => fleet.start(next))
  await step('no old any more', () => fleet.endFirst('stop'))
  if (!old.hasRule) return schemas
  await step('back: old beside two new', () => fleet.start(old))
  await step('back: one new stopped', () => fleet.endFirst('stop'))
  await step('back: the other cell replaced', () => fleet.replaceSouth(old, 'stop'))
  await step('back: a second old', () => fleet.start(old))
  await step('back: no new any more', () => fleet.endFirst('stop'))
  await moves.roundTrip()
  return schemas
}

export const confirmed = async ({ told }: Tills, more: number): Promise<void> => {
  const enough = told.confirmed.size + more
  await until('confirmations', () => told.confirmed.size >= enough, STEP_MS_MAX)
}
