import type { Exchange } from './http/exchange.ts'

/** The result of a check. */
export type Finding = Passed | Failed | Skipped

export type Passed = {
  outcome: 'passed'
  /** The exchange to show. */
  exchange: Exchange | null
  /** Worth knowing, though nothing is wrong. */
  note: string | null
  /** The interface allows what the partner did, but it can cost money. */
  warning: { explanation: string; remedy: string } | null
}

export type Failed = {
  outcome: 'failed'
  exchange: Exchange | null
  /** What was expected and what was received. */
  explanation: string
  /** How to fix it. */
  remedy: string
}

/** The check was not run. */
export type Skipped = {
  outcome: 'skipped'
  explanation: string
  remedy: string
  /** The id of the failed check that this one builds on. */
  blockedBy?: string
}

export const passed = (exchange: Exchange | null, note: string | null = null): Passed => ({
  outcome: 'passed',
  exchange,
  note,
  warning: null,
})

/** For behaviour that the interface allows: the check passes, and the report shows the risk (W90). */
export const warned = (exchange: Exchange, explanation: string, remedy: string): Passed => ({
  outcome: 'passed',
  exchange,
  note: null,
  warning: { explanation, remedy },
})

export const failed = (exchange: Exchange | null, explanation: string, remedy: string): Failed => ({
  outcome: 'failed',
  exchange,
  explanation,
  remedy,
})

/** Runs one item after the other until one does not pass. Returns the last finding. */
export const each = async <Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<Finding>,
): Promise<Finding> => {
  let last = passed(null)
  for (const item of items) {
    const finding = await run(item)
    if (finding.outcome !== 'passed') return finding
    // The report shows the exchange that the warning is about.
    if (last.warning === null) last = { ...finding, note: finding.note ?? last.note }
  }
  return last
}
