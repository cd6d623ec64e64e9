/** Whether the repositories of pgBackRest can restore the database, as sentences (W287, W295). Pure. */
import { minutesBetween, ok, problem, type Finding } from './archive.ts'
import { logGaps } from './log-gaps.ts'
import { repositoriesOf, type RepositoryInfo } from './pgbackrest.ts'

export type Expected = {
  /** The last file of the log that PostgreSQL believes to be archived. */
  lastFile: string | null
  segmentBytes: number
  now: Date
  hoursMax: number
}

type Backup = RepositoryInfo['backup'][number]

export const repositoryFindings = (info: RepositoryInfo, expected: Expected): Finding[] => {
  const repositories = repositoriesOf(info)
  const isOnly = repositories.length === 1
  const inEach = repositories.flatMap(({ key, status }) => {
    const of: Place = { stanza: info.name, key, inIt: isOnly ? '' : ` in repository ${key}` }
    return status.code === 0
      ? logFindings(info, of, expected)
      : [problem(statusProblem(status, of))]
  })
  return [...backupFindings(info, expected), ...inEach]
}

/** @property inIt empty when there is one repository. */
type Place = { stanza: string; key: number; inIt: string }

/** The codes of pgBackRest (`src/command/info/info.c`). */
const MISSING_PATH = 1
const NO_BACKUPS = 2
const MISSING_DATA = 3

const statusProblem = (
  { code, message }: { code: number; message: string },
  { stanza, inIt }: Place,
): string => {
  const call = `pgbackrest --stanza=${stanza}`
  const said = message.split('\n').slice(0, 2).join(' ')
  switch (code) {
    case MISSING_PATH:
      return (
        `There is no stanza ${stanza}${inIt} (${said}): check its name and repo-path in /etc/pgbackrest.conf; if ` +
        `it was never made, run ${call} stanza-create, then ${call} --type=full backup`
      )
    case NO_BACKUPS:
      return `The stanza ${stanza} has no base backup${inIt} (${said}): run ${call} --type=full backup`
    case MISSING_DATA:
      return (
        `The stanza ${stanza} has lost its list of backups, backup.info${inIt} (${said}): bring the repository back ` +
        `from its own copy, or begin a new one with stanza-create and ${call} --type=full backup`
      )
    default:
      return (
        `pgBackRest cannot use the stanza ${stanza}${inIt}: ${said}. Run ${call} info as the user of PostgreSQL; ` +
        'a restore would stop there too'
      )
  }
}

/** The newest backup, and whether it can be used. Without one, the status of the stanza says so. */
const backupFindings = (
  { name, backup }: RepositoryInfo,
  { now, hoursMax }: Expected,
): Finding[] => {
  const inOrder = backup.toSorted((one, other) => one.timestamp.stop - other.timestamp.stop)
  const newest = inOrder.at(-1)
  if (newest === undefined) return []
  const findings: Finding[] = []
  const usable = inOrder.findLast((one) => !isDamaged(one))
  if (isDamaged(newest)) {
    findings.push(
      problem(
        `The last base backup, ${newest.label}, has pages with a wrong checksum: the disk of the database damages ` +
          `data. Its log names the files. Move to a standby or restore ${usable?.label ?? 'from elsewhere'}, then ` +
          `run pgbackrest --stanza=${name} --type=full backup`,
      ),
    )
  }
  if (usable === undefined) return findings
  const at = new Date(usable.timestamp.stop * 1_000)
  const hours = Math.floor(minutesBetween(at, now) / 60)
  const text = `The last base backup${isDamaged(newest) ? ' without such pages' : ''}, ${usable.label}, ended ${hours} hours ago, at ${at.toISOString()}`
  findings.push(
    hours > hoursMax
      ? problem(
          `${text}: expected ${hoursMax} hours at most. See why it was not made (/etc/cron.d/wasl-backup, ` +
            `/var/log/pgbackrest), and run pgbackrest --stanza=${name} backup`,
        )
      : ok(text),
  )
  return findings
}

const isDamaged = ({ error }: Backup): boolean => error === true

/** Gaps that are named. One is enough to act. */
const GAPS_NAMED_MAX = 3

/** Whether the log of this repository leads from its newest usable backup to what PostgreSQL has archived. */
const logFindings = (
  info: RepositoryInfo,
  { stanza, key, inIt }: Place,
  { lastFile, segmentBytes }: Expected,
): Finding[] => {
  const findings: Finding[] = []
  const ofThis = ({ database }: Pick<Backup, 'database'>): boolean => database['repo-key'] === key
  const newest = info.backup.findLast((one) => ofThis(one) && !isDamaged(one))
  const archive = info.archive.findLast(
    (one) => ofThis(one) && (newest === undefined || one.database.id === newest.database.id),
  )
  const inRepository = archive?.max ?? null
  const until = fileOf(lastFile)
  // Names of files of the log sort in their order.
  if (until !== null && (inRepository === null || inRepository < until)) {
    findings.push(
      problem(
        `The repository has the log up to ${inRepository ?? 'no file'}${inIt}, although PostgreSQL has archived ` +
          `${until}: the archive_command does not lead to this repository. Set it as ` +
          `deploy/pgbackrest/wasl-archive.conf does, and run pgbackrest --stanza=${stanza} check`,
      ),
    )
  }
  const from = newest?.archive.start ?? null
  if (newest === undefined || archive === undefined || from === null) return findings
  const names = namesIn(info.logs.get(key) ?? [], archive.id)
  const gaps = logGaps(names, { from, until, segmentBytes })
  for (const { first, missing } of gaps.slice(0, GAPS_NAMED_MAX)) {
    findings.push(
      problem(
        `${missing} files of the log are missing${inIt}, from ${first}: a restore from ${newest.label} ends there. Run ` +
          `pgbackrest --stanza=${stanza} --type=full backup now; a restore from that one does not need them`,
      ),
    )
  }
  return findings
}

/** Of what PostgreSQL calls the last archived file, which may be a note about a backup. */
const fileOf = (lastFile: string | null): string | null =>
  lastFile === null ? null : (/^[0-9A-F]{24}(?!\.partial)/.exec(lastFile)?.[0] ?? null)

/** The archive of each system has a folder of its own. */
const namesIn = (paths: readonly string[], archiveId: string): string[] =>
  paths.flatMap((path) => {
    const [folder] = path.split('/')
    const name = /(?:^|\/)([0-9A-F]{24})-[0-9a-f]{40}/.exec(path)?.[1]
    return folder === archiveId && name !== undefined ? [name] : []
  })
