import type { Exchange } from './http/exchange.ts'

/** What a check has found. */
export type Finding = Passed | Failed | Left

export type Passed = {
  outcome: 'passed'
  /** The exchange to show. */
  exchange: Exchange | null
  /** Worth knowing although nothing is wrong. */
  note: string | null
}

export type Failed = {
  outcome: 'failed'
  exchange: Exchange | null
  /** What was expected and what came. */
  explanation: string
  /** How to mend it. */
  remedy: string
}

/** There was nothing to judge. */
export type Left = { outcome: 'skipped'; explanation: string; remedy: string }

export function passed(exchange: Exchange | null, note: string | null = null): Passed {
  return { outcome: 'passed', exchange, note }
}

export function failed(exchange: Exchange | null, explanation: string, remedy: string): Failed {
  return { outcome: 'failed', exchange, explanation, remedy }
}

/** Runs one after the other until one does not pass; otherwise what the last one found. */
export async function each<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<Finding>,
): Promise<Finding> {
  let last: Finding = passed(null)
  for (const item of items) {
    const finding = await run(item)
    if (finding.outcome !== 'passed') return finding
    last = { ...finding, note: finding.note ?? noteOf(last) }
  }
  return last
}

function noteOf(finding: Finding): string | null {
  return finding.outcome === 'passed' ? finding.note : null
}
