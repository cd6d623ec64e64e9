/** Calls of people of the operator who ask another process when one is gone. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { Answer, CallOptions } from '../../../platform/test/support/node.ts'

const AGAIN_MS = 40

export type Desk = {
  /** Asks one process after the other until one answers, and not with 503. */
  ask(method: string, path: string, options: CallOptions): Promise<Answer>
  /** How many calls a process that ended did not answer. */
  unanswered(): number
}

/** @param processes may change while they run; each call begins with another one. */
export const openDesk = (processes: readonly PlatformProcess[]): Desk => {
  let [turn, unanswered] = [0, 0]
  return {
    async ask(method, path, options) {
      for (;;) {
        turn += 1
        const answer = await processes[turn % processes.length]
          ?.call(method, `/operator/v1${path}`, options)
          .catch(() => void (unanswered += 1))
        if (answer !== undefined && answer.status !== 503) return answer
        await pause(AGAIN_MS)
      }
    },
    unanswered: () => unanswered,
  }
}

/** One person, whose calls must succeed. */
export type Person = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

export const personOf =
  ({ ask }: Desk, key: string): Person =>
  async (method, path, body, headers = {}) => {
    const answer = await ask(method, path, { key, headers, ...(body !== undefined && { body }) })
    if (answer.status < 300) return answer
    throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`)
  }

export const createPerson = async (
  desk: Desk,
  operatorKey: string,
  holder: string,
): Promise<Person> => {
  const body = { name: holder, holder }
  const { body: made } = await personOf(desk, operatorKey)('POST', '/operator-keys', body)
  return personOf(desk, made.apiKey)
}
