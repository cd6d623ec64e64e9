import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { lastMoment } from './moment.ts'
import { lastRestore, type RestoreRow } from './gap.ts'
import { refuseServing } from './serving.ts'
import { STEPS, type Done, type Step } from './steps.ts'

export type RepairOptions = {
  lockHours: number
  /** As the operator knows it; null for what the database shows. */
  restoredTo: Date | null
}

export type StepDone = { step: Step; done: Done; isEarlier: boolean }

/** What a repair would do: each step with its counts. Nothing is changed. */
export const countSteps = async (
  client: pg.ClientBase,
  begun: RestoreRow | null,
): Promise<StepDone[]> => {
  const counted: StepDone[] = []
  for (const step of STEPS) {
    const earlier = begun?.steps[step.name] as Done | undefined
    counted.push({
      step,
      done: earlier ?? (await step.count(client)),
      isEarlier: earlier !== undefined,
    })
  }
  return counted
}

export type Standing =
  | { kind: 'new'; restoredTo: Date }
  /** It was interrupted: what was asked for then holds. */
  | { kind: 'begun'; row: RestoreRow }
  /** Nothing happened since. */
  | { kind: 'finished'; row: RestoreRow }

/** @throws Error when nobody can say what the lost minutes are. */
export const standingOf = async (
  client: pg.ClientBase,
  { restoredTo }: RepairOptions,
): Promise<Standing> => {
  const row = await lastRestore(client)
  if (row?.finished_at === null) return { kind: 'begun', row }
  const moment = await lastMoment(client)
  // The repair's own entry in the audit log is from before its end.
  if (row !== null && row.finished_at !== null && (moment === null || moment <= row.finished_at)) {
    return { kind: 'finished', row }
  }
  const from = restoredTo ?? moment
  if (from === null) {
    throw new Error('nothing ever happened in this database: expected one that was restored')
  }
  return { kind: 'new', restoredTo: from }
}

/** Writes that the repair begins. From here on no process starts before it has ended. */
export const beginRepair = async (
  client: pg.ClientBase,
  { lockHours }: RepairOptions,
  restoredTo: Date,
): Promise<RestoreRow> => {
  const { rows } = await client.query<RestoreRow>(
    `insert into restores (restored_to, repaired_at, lock_hours)
    select $1, wasl_now(), $2 where $1 <= wasl_now()
    returning *`,
    [restoredTo, lockHours],
  )
  const [row] = rows
  if (row === undefined) throw new Error('expected a moment of the restore that has passed')
  // A process that started since the first look has not read the row.
  await refuseServing(client)
  return row
}

/**
 * Does the steps that are not done, each in a transaction that also records it. So whatever interrupts the
 * repair, the next call goes on where it stopped.
 *
 * @param onDone called after each step has been committed, and for the steps that an earlier call did.
 */
export const repair = async (
  client: pg.ClientBase,
  row: RestoreRow,
  by: Actor,
  onDone: (done: StepDone) => void,
): Promise<void> => {
  for (const step of STEPS) {
    const earlier = row.steps[step.name] as Done | undefined
    if (earlier !== undefined) onDone({ step, done: earlier, isEarlier: true })
    else {
      const made = await within(client, async () => {
        const done = await step.make(client, { lockHours: row.lock_hours })
        await record(client, row.restore_id, step.name, done)
        await appendAudit(client, by, {
          partnerId: WHOLE_PLATFORM,
          action: 'restore.repair',
          subject: step.name,
          details: done.counts,
        })
        return done
      })
      onDone({ step, done: made, isEarlier: false })
    }
  }
  await client.query('update restores set finished_at = wasl_now() where restore_id = $1', [
    row.restore_id,
  ])
}

const record = (
  tx: pg.ClientBase,
  restoreId: number,
  name: Step['name'],
  done: Done,
): Promise<unknown> =>
  tx.query(
    `update restores set steps = steps || jsonb_build_object($2::text, $3::jsonb) where restore_id = $1`,
    [restoreId, name, JSON.stringify(done)],
  )

const within = async <Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> => {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
