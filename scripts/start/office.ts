/** Who works in the demonstration's office: two people of the operator, and the counter's till. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../cli/src/problem.ts'
import type { Session } from '../../cli/src/dev/session.ts'

type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<any>

export type Office = {
  /** Requests of Amina and of Karim, under `/operator/v1`. */
  amina: Ask
  karim: Ask
  /** Requests of the counter, under `/channel/v1`. */
  till: Ask
  /** The PDF of a statement. */
  document(statementId: string): Promise<Uint8Array>
  /** Moves the platform's clock to ten in the morning of the next day, and waits until today is closed. */
  nextDay(): Promise<void>
  yesterday(): Promise<string>
  /** Signs the two people out. */
  close(): Promise<void>
}

const DAY_MS = 86_400_000

/** Algeria is an hour ahead of UTC, the whole year. */
const ALGIERS_MS = 3_600_000

const CLOSING_MS_MAX = 300_000

/** Both may do everything, and neither approves what they made. */
const FINANCE = { side: 'operator', role: 'owner', language: 'fr' } as const

export const openOffice = async ({
  api,
  clock,
  people,
  accounts,
  platformUrl,
}: Session): Promise<Office> => {
  /** Of those who are signed in, by name. */
  const signedIn = new Map<string, Record<string, string>>()

  const headersOf = async (name: string): Promise<Record<string, string>> => {
    const known = signedIn.get(name)
    if (known !== undefined) return known
    const email = `${name.toLowerCase()}@demo.wasl.example`
    const { token } = await people.signIn({ name, email, ...FINANCE })
    const headers = {
      cookie: `wasl-session=${token}`,
      origin: platformUrl,
      'sec-fetch-site': 'same-origin',
    }
    signedIn.set(name, headers)
    return headers
  }
  const asking =
    (name: string): Ask =>
    async (method, path, body) =>
      api.call(method, `/operator/v1${path}`, null, body, await headersOf(name))
  const amina = asking('Amina')

  const localNow = async (): Promise<number> => (await clock.read()).now.getTime() + ALGIERS_MS
  const yesterday = async (): Promise<string> =>
    new Date((await localNow()) - DAY_MS).toISOString().slice(0, 10)

  const untilClosed = async (): Promise<void> => {
    const wanted = await yesterday()
    const deadline = performance.now() + CLOSING_MS_MAX
    while (performance.now() < deadline) {
      const { completeThrough } = await amina('GET', '/ledger/trial-balance')
      if (completeThrough >= wanted) return
      await sleep(100)
    }
    throw new Problem(1, `The day ${wanted} was not closed within ${CLOSING_MS_MAX / 1000} s.`)
  }

  return {
    amina,
    karim: asking('Karim'),
    till: (method, path, body) =>
      api.call(method, `/channel/v1${path}`, accounts.channels.AGENCY.apiKey, body),
    yesterday,
    async document(statementId) {
      const path = `/operator/v1/statements/${statementId}/document?format=pdf&lang=en`
      const answer = await fetch(platformUrl + path, { headers: await headersOf('Amina') })
      if (!answer.ok) throw new Problem(1, `The platform answered ${await answer.text()}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async nextDay() {
      const now = await localNow()
      const tenTomorrow = (Math.floor(now / DAY_MS) + 1) * DAY_MS + 10 * 3_600_000
      await clock.advance(tenTomorrow - now)
      // Nobody stays signed in over the night.
      signedIn.clear()
      await untilClosed()
    },
    async close() {
      for (const headers of signedIn.values()) {
        await api.ask('POST', '/account/v1/session/end', null, undefined, headers)
      }
    },
  }
}
