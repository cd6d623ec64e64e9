/** Whether PostgreSQL's log is archived, and up to which moment (W287). */
import type pg from 'pg'

export type Archive = {
  /** Whether PostgreSQL gives its log to a command or a library. */
  isOn: boolean
  archived: number
  failed: number
  lastFile: string | null
  lastAt: Date | null
  failedAt: Date | null
  failedFile: string | null
  /** The size of one file of the log. */
  segmentBytes: number
  now: Date
}

export const readArchive = async (db: Pick<pg.ClientBase, 'query'>): Promise<Archive> => {
  const { rows } = await db.query<Archive>(
    `select current_setting('archive_mode') <> 'off'
        and (
          current_setting('archive_command') not in ('', '(disabled)')
          or coalesce(current_setting('archive_library', true), '') <> ''
        ) as "isOn",
      archived_count::int as archived, failed_count::int as failed, last_archived_wal as "lastFile",
      last_archived_time as "lastAt", last_failed_time as "failedAt", last_failed_wal as "failedFile",
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      clock_timestamp() as now
    from pg_stat_archiver`,
  )
  return rows[0] as Archive
}

export type Finding = { isProblem: boolean; text: string }

export const ok = (text: string): Finding => ({ isProblem: false, text })
export const problem = (text: string): Finding => ({ isProblem: true, text })

export const minutesBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.floor((until.getTime() - from.getTime()) / 60_000))

/** What the server itself says, as sentences. */
export const archiveFindings = (
  { isOn, archived, failed, lastFile, lastAt, failedAt, failedFile, now }: Archive,
  minutesMax: number,
): Finding[] => {
  if (!isOn) {
    return [
      problem(
        'The log of PostgreSQL is not archived (archive_mode, archive_command): a restore ends at the last base ' +
          'backup',
      ),
    ]
  }
  if (lastAt === null) {
    return [
      problem(
        failedAt === null
          ? 'No file of the log was archived yet'
          : `No file of the log was archived yet, and ${failedFile} failed at ${failedAt.toISOString()}`,
      ),
    ]
  }
  const minutes = minutesBetween(lastAt, now)
  const last = `${lastFile}, the last of ${archived} files of the log, was archived ${minutes} minutes ago, at ${lastAt.toISOString()}`
  const isLate = minutes > minutesMax
  const isFailing = failedAt !== null && failedAt > lastAt
  return [
    isLate
      ? problem(`${last}: expected ${minutesMax} minutes at most. Set archive_timeout = 60`)
      : ok(last),
    ...(isFailing
      ? [
          problem(
            `${failedFile} could not be archived at ${failedAt.toISOString()}; ${failed} tries have failed. ` +
              'The server log says why',
          ),
        ]
      : []),
  ]
}
