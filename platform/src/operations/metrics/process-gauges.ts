import { PROCESS_ROLES, type ProcessRole } from '@wasl/protocol'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { BreakerCounts } from '../../base/outbound/partner-guard.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { readBuild } from './build.ts'
import type { TaskAge } from '../periodic/schedule.ts'
import type { PartnerFailures } from './partner-failures.ts'

/** The release, and the process's use of the machine: processor, memory, files, event loop. */
export const processMetrics = (registry: Registry): void => {
  collectDefaultMetrics({ register: registry })
  const { version, commit, node } = readBuild()
  const build = new Gauge({
    name: 'wasl_build_info',
    help: '1, labelled with the release of Wasl, its commit, and the Node.js that runs it.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  })
  build.set({ version, commit: commit ?? '', node }, 1)
}

/** What this process does of the work: the sum over all processes shows a role that is missing. */
export const watchRoles = (registry: Registry, roles: readonly ProcessRole[]): void => {
  const gauge = new Gauge({
    name: 'wasl_process_role',
    help: '1 when this process has the role, 0 when it has not.',
    labelNames: ['role'],
    registers: [registry],
  })
  for (const role of PROCESS_ROLES) gauge.set({ role }, roles.includes(role) ? 1 : 0)
}

/** A gauge that its reader sets at each scrape. */
const addGauge = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  collect: (this: Gauge<Label>) => void,
): void => registry.registerMetric(new Gauge({ name, help, labelNames, collect, registers: [] }))

/** The partners with the most failed calls, and no others: a limited number of series. */
export const partnerGauge = (registry: Registry, failures: PartnerFailures): void => {
  const help =
    'Calls to a partner that failed in the last 10 minutes, in this process; of the ten partners ' +
    'with the most.'
  addGauge(registry, 'wasl_partner_failures', help, ['partner', 'call'], function () {
    this.reset()
    for (const { partnerId, lookup, webhook } of failures.worst()) {
      const partner = partnerWireId(partnerId)
      this.set({ partner, call: 'lookup' }, lookup)
      this.set({ partner, call: 'webhook' }, webhook)
    }
  })
}

/** Partners whose circuit breaker is open or half-open. */
export const watchBreakers = (registry: Registry, breakers: () => BreakerCounts): void => {
  const help = 'Partners whose circuit breaker is open or half open, in this process.'
  addGauge(registry, 'wasl_lookup_breakers', help, ['state'], function () {
    for (const [state, count] of Object.entries(breakers())) this.set({ state }, count)
  })
}

/** How long ago each periodic task last succeeded, and the pause between its runs. */
export const watchTasks = (registry: Registry, tasks: () => TaskAge[]): void => {
  const age = 'Time since a periodic task last succeeded in this process, or since the start.'
  addGauge(registry, 'wasl_periodic_task_age_seconds', age, ['task'], function () {
    for (const { task, ageSeconds } of tasks()) this.set({ task }, ageSeconds)
  })
  const pause = 'The pause between two runs of a periodic task.'
  addGauge(registry, 'wasl_periodic_task_pause_seconds', pause, ['task'], function () {
    for (const { task, pauseSeconds } of tasks()) this.set({ task }, pauseSeconds)
  })
}
