import { missingRoles } from '../../base/config/roles.ts'
import type { SystemCondition, SystemDatabase, SystemProcess } from '@wasl/protocol'

/** Facts of the platform's own tables. */
export type PlatformFacts = {
  /** How long ago the first business day ended that is not closed. */
  unclosed_seconds: number
  failed: number
  overdue_seconds: number
  integrity: 'holds' | 'violated' | 'not all run' | null
}

/** As in the alert rules (deploy/prometheus/wasl-alerts.yml). */
const TASK_LATE_SECONDS = 120
export const UNCLOSED_SECONDS = 3_600
const TASK_LATE_PAUSES = 3
const STANDBY_LATE_SECONDS = 30
const TRANSACTION_OLD_SECONDS = 300
const OVERDUE_SECONDS = 60
const CONNECTIONS_SHARE = 0.9

/** What needs somebody now: `act` first. Pure; the thresholds are those of the alert rules. */
export const conditionsOf = (
  processes: SystemProcess[],
  database: SystemDatabase,
  facts: PlatformFacts,
): SystemCondition[] => {
  const found = [
    ...ofProcesses(processes),
    ...ofDatabase(database),
    ...ofConnections(processes, database),
    ...when(facts.integrity === 'violated', 'integrity-violated', 'act', null, null),
    ...when(
      facts.unclosed_seconds > UNCLOSED_SECONDS,
      'day-open',
      'act',
      null,
      facts.unclosed_seconds,
    ),
    ...when(facts.failed > 0, 'deliveries-failed', 'act', null, facts.failed),
    ...when(
      facts.overdue_seconds > OVERDUE_SECONDS,
      'delivery-overdue',
      'watch',
      null,
      facts.overdue_seconds,
    ),
  ]
  return actFirst(found)
}

export const actFirst = (conditions: SystemCondition[]): SystemCondition[] =>
  conditions.toSorted((one, other) => one.severity.localeCompare(other.severity))

const ofProcesses = (processes: SystemProcess[]): SystemCondition[] => {
  const alive = processes.filter(({ isAlive }) => isAlive)
  const silent = processes.filter(({ isAlive }) => !isAlive)
  const versions = new Set(alive.map(({ version, commit }) => `${version} ${commit}`))
  // A task may run in several processes: it is late when it is late in all of them.
  const names = new Set(alive.flatMap(({ tasks }) => tasks.map(({ task }) => task)))
  const late = [...names].flatMap((name) => {
    const ages = alive.flatMap(({ tasks }) => tasks.filter(({ task }) => task === name))
    const age = Math.min(...ages.map(({ ageSeconds }) => ageSeconds))
    const pause = Math.max(...ages.map(({ pauseSeconds }) => pauseSeconds))
    const limit = TASK_LATE_SECONDS + pause * TASK_LATE_PAUSES
    return when(age > limit, 'task-late', 'act', name, age)
  })
  const missing = alive.length === 0 ? [] : missingRoles(alive)
  return [
    ...missing.flatMap((role) => when(true, 'role-missing', 'act', role, null)),
    ...silent.flatMap(({ address }) => when(true, 'process-silent', 'act', address, null)),
    ...late,
    ...when(versions.size > 1, 'versions-differ', 'watch', null, versions.size),
  ]
}

/** What the processes may open to one database if all of them are busy at once. */
export const ofConnections = (
  processes: SystemProcess[],
  { connectionsMax }: SystemDatabase,
): SystemCondition[] => {
  const alive = processes.filter(({ isAlive }) => isAlive)
  const promised = alive.reduce((sum, process) => sum + process.databaseConnectionsMax, 0)
  const most = String(connectionsMax)
  return when(promised > connectionsMax, 'connections-promised', 'watch', most, promised)
}

const ofDatabase = ({
  standbys,
  oldestTransactionSeconds: oldest,
  connections,
  connectionsMax,
}: SystemDatabase): SystemCondition[] => [
  ...when(!standbys.some(({ isSynchronous }) => isSynchronous), 'no-standby', 'watch', null, null),
  ...standbys.flatMap(({ name, lagSeconds }) =>
    when((lagSeconds ?? 0) > STANDBY_LATE_SECONDS, 'standby-late', 'act', name, lagSeconds),
  ),
  ...when(oldest > TRANSACTION_OLD_SECONDS, 'transaction-old', 'act', null, oldest),
  ...when(
    connections > connectionsMax * CONNECTIONS_SHARE,
    'connections-short',
    'act',
    null,
    connections,
  ),
]

const when = (
  isSo: boolean,
  condition: SystemCondition['condition'],
  severity: SystemCondition['severity'],
  subject: string | null,
  value: number | null,
): SystemCondition[] => (isSo ? [{ condition, severity, subject, value, cell: null }] : [])
