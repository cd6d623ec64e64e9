import { LIVE_CHECK_IDS, type LiveCheckId, type LiveCheckResult } from '@wasl/protocol'
import type pg from 'pg'
import { monotonicMs, pause } from '../../base/chance.ts'
import type { OutboundAnswer, OutboundResult, Send } from '../../base/outbound/outbound-types.ts'
import { shownText } from '../test-calls/make.ts'
import { CHECKS, type Run, type Verdict } from './checks.ts'
import { RUN_SECONDS_MAX } from './row.ts'

/** Between two checks, so that a run never hurries a server. */
const PAUSE_MS = 100

/** The longest call, which may begin in the last moment of a run. */
const CALL_SECONDS_MAX = 20

const RUN_MS_MAX = (RUN_SECONDS_MAX - CALL_SECONDS_MAX) * 1000

export type Runner = {
  /** Goes on after the handler answered. */
  begin(runId: string, run: Run): void
  /** Ends the runs after the check that is under way. */
  stop(): Promise<void>
}

/** Runs the checks one after the other, and records each result as it comes. */
export const createRunner = (
  pool: pg.Pool,
  send: Send,
  onError: (error: unknown) => void,
): Runner => {
  const running = new Set<Promise<void>>()
  let isStopping = false

  const all = async (runId: string, run: Run): Promise<void> => {
    const began = monotonicMs()
    const silent = new Set<string>()
    let earlier: OutboundAnswer | null = null
    for (const check of LIVE_CHECK_IDS) {
      if (isStopping || monotonicMs() - began > RUN_MS_MAX) break
      const { calls, needsReference } = CHECKS[check]
      const isLeftOut = needsReference === true && run.reference === null
      if (isLeftOut || silent.has(calls)) {
        await recordResult(pool, run, runId, skipped(check))
        continue
      }
      const made = await makeCheck(send, check, run, earlier)
      // An address that does not answer at all is not asked again: each further check would wait too.
      if (made.answer === null) silent.add(calls)
      earlier = made.answer
      await recordResult(pool, run, runId, made.result)
      await pause(PAUSE_MS)
    }
    await finish(pool, run, runId)
  }

  return {
    begin(runId, run) {
      const work = all(runId, run)
        .catch(onError)
        .finally(() => running.delete(work))
      running.add(work)
    },
    async stop() {
      isStopping = true
      await Promise.all(running)
    },
  }
}

const skipped = (check: LiveCheckId): LiveCheckResult => ({
  check,
  outcome: 'skipped',
  status: null,
  durationMs: null,
  problem: null,
  responseBody: null,
})

type Made = { result: LiveCheckResult; answer: OutboundAnswer | null }

const makeCheck = async (
  send: Send,
  check: LiveCheckId,
  run: Run,
  earlier: OutboundAnswer | null,
): Promise<Made> => {
  const { requests, judge } = CHECKS[check]
  const answers = await Promise.all(requests(run).map(send))
  const judged = answers.map((answer) => ({ answer, problem: judge(answer, run, earlier) }))
  const worst = judged.find(({ problem }) => problem !== null) ?? judged[0]
  if (worst === undefined) throw new Error(`the check ${check} makes no call`)
  const { answer, problem } = worst
  return {
    answer: answer.ok ? answer : null,
    result: {
      check,
      outcome: problem === null ? 'passed' : 'failed',
      status: answer.ok ? answer.status : null,
      durationMs: Math.round(answer.durationMs),
      problem: shownProblem(answer, problem),
      responseBody: answer.ok ? shownText(answer.body, run.target.apiSecret) : null,
    },
  }
}

/** The resolved address, and why it is refused, would tell about other networks. */
const shownProblem = (answer: OutboundResult, problem: Verdict): Verdict =>
  !answer.ok && answer.reason === 'refused_address'
    ? 'the platform may not call this address: expected a host on the public internet'
    : problem

const recordResult = async (
  pool: pg.Pool,
  { target }: Run,
  runId: string,
  result: LiveCheckResult,
): Promise<void> => {
  await pool.query(
    `update live_checks set results = results || $3::jsonb where partner_id = $1 and run_id = $2`,
    [target.partnerId, runId, JSON.stringify([result])],
  )
}

const finish = async (pool: pg.Pool, { target }: Run, runId: string): Promise<void> => {
  await pool.query(
    `update live_checks set finished_at = wasl_now() where partner_id = $1 and run_id = $2`,
    [target.partnerId, runId],
  )
}
