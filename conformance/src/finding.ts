import type { Exchange } from './http/exchange.ts'

/** What a check has found. */
export type Finding = Passed | Failed | Left

export type Passed = {
  outcome: 'passed'
  /** The exchange to show. */
  exchange: Exchange | null
  /** Worth knowing although nothing is wrong. */
  note: string | null
  /** The partner may do this, but it can cost money: what happened, and what to do about it. */
  warning: { explanation: string; remedy: string } | null
}

export type Failed = {
  outcome: 'failed'
  exchange: Exchange | null
  /** What was expected and what came. */
  explanation: string
  /** How to repair it. */
  remedy: string
}

/** There was nothing to judge. */
export type Left = {
  outcome: 'skipped'
  explanation: string
  remedy: string
  /** The id of the failed check without which this one would tell nothing. */
  blockedBy?: string
}

export const passed = (exchange: Exchange | null, note: string | null = null): Passed => ({
  outcome: 'passed',
  exchange,
  note,
  warning: null,
})

/** For what the interface leaves to the partner: it passes, and the report shows the risk (W90). */
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

/** Runs one after the other until one does not pass; otherwise what the last one found. */
export const each = async <Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<Finding>,
): Promise<Finding> => {
  let last = passed(null)
  for (const item of items) {
    const finding = await run(item)
    if (finding.outcome !== 'passed') return finding
    // The exchange that is shown is the one that the warning is about.
    if (last.warning === null) last = { ...finding, note: finding.note ?? last.note }
  }
  return last
}
