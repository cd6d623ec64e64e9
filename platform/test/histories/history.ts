/**
 * What callers asked and what they were answered, in the order in which it happened.
 *
 * - A *subject* is what calls are about: a reference of a partner, a QR code, a bag, a payout. Subjects do
 *   not depend on each other, so each has a history of its own.
 * - A *call* takes effect at one moment between its beginning and its end, or not at all. One without an
 *   answer has no end: it may take effect at any later moment, or never.
 */
export type Call<Asked = any, Answer = any> = {
  subject: string
  /** Who asked, and whom: for people who read the history. */
  client: string
  process: string
  asked: Asked
  /** Null when no answer came, or one that leaves open what happened. */
  answer: Answer | null
  /** Places in the order of all beginnings and ends; `ended` is Infinity without an answer. */
  began: number
  ended: number
  /** Milliseconds since the history began. */
  beganMs: number
  endedMs: number
}

export type Recorder = {
  calls: Call[]
  /**
   * Records a call around what makes it.
   *
   * @param answerOf what the answer says; null when it leaves open what happened.
   */
  record<Result>(
    who: Pick<Call, 'subject' | 'client' | 'process' | 'asked'>,
    run: () => Promise<Result>,
    answerOf: (result: Result) => unknown,
  ): Promise<Result>
  /** Records what somebody was told without asking: it happened before this moment. */
  heard(who: Pick<Call, 'subject' | 'client' | 'process' | 'asked'>): void
}

/** One recorder serves all clients of a storm, so that one order has all that they saw. */
export const createRecorder = (): Recorder => {
  const calls: Call[] = []
  const startMs = performance.now()
  let place = 0
  const begin = (who: Pick<Call, 'subject' | 'client' | 'process' | 'asked'>): Call => {
    const beganMs = performance.now() - startMs
    const began = (place += 1)
    const call = { ...who, answer: null, began, ended: Infinity, beganMs, endedMs: Infinity }
    calls.push(call)
    return call
  }
  const end = (call: Call, answer: unknown): void => {
    if (answer === null) return
    call.answer = answer
    call.ended = place += 1
    call.endedMs = performance.now() - startMs
  }
  return {
    calls,
    async record(who, run, answerOf) {
      const call = begin(who)
      const result = await run()
      end(call, answerOf(result))
      return result
    },
    heard: (who) => end(begin(who), 'heard'),
  }
}

/** A history as people read it: a line for each call, in the order in which they began. */
export const describeCalls = (calls: readonly Call[]): string =>
  calls
    .toSorted((a, b) => a.began - b.began)
    .map(({ client, process, asked, answer, beganMs, endedMs }) => {
      const when = `${beganMs.toFixed(1)}–${answer === null ? '…' : endedMs.toFixed(1)} ms`
      const said = answer === null ? 'no answer' : JSON.stringify(answer)
      return `  ${when}  ${client} at ${process}: ${JSON.stringify(asked)} → ${said}`
    })
    .join('\n')
