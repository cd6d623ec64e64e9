import { Registry } from 'prom-client'
import type pg from 'pg'
import { databaseGauges } from './database-gauges.ts'
import { echoGauge } from './echo-metrics.ts'
import { ledgerGauges } from './ledger-gauges.ts'

/** Where a database's gauges are read: the name of its cell, and its connections for probes. */
export type Probed = { name: string; probes: pg.Pool }

/** Reads what a database says of itself, at each scrape. */
export const storeGauges = (registry: Registry, pool: pg.Pool): (() => Promise<unknown>) => {
  const reads = [databaseGauges, ledgerGauges, echoGauge].map((gauges) => gauges(registry, pool))
  return () => Promise.all(reads.map((read) => read()))
}

/**
 * The same for each cell, with the label `cell`. Each has a registry of its own, because a registry has
 * one gauge of a name.
 */
export const gaugesByCell = (cells: Probed[]): (() => Promise<string[]>) => {
  const read = cells.map(({ name, probes }) => {
    const registry = new Registry()
    registry.setDefaultLabels({ cell: name })
    const gauges = storeGauges(registry, probes)
    return async () => {
      await gauges()
      return registry.metrics()
    }
  })
  return () => Promise.all(read.map((one) => one()))
}

/**
 * Texts of Prometheus' format as one: the format wants all samples of a metric together, after one
 * description.
 */
export const joinTexts = (texts: string[]): string => {
  const metrics = new Map<string, { about: string; samples: string }>()
  for (const text of texts) {
    for (const [, about = '', name = '', samples = ''] of text.matchAll(METRIC)) {
      const known = metrics.get(name)
      metrics.set(name, { about, samples: `${known?.samples ?? ''}${samples.trimEnd()}\n` })
    }
  }
  return [...metrics.values()]
    .map(({ about, samples }) => `${about}${samples.trimStart()}`)
    .join('\n')
}

/** The two lines about a metric, and the lines of its samples. */
const METRIC = /(# HELP (\S+) .*\n# TYPE .*\n)((?:(?!# ).*(?:\n|$))*)/g
