/** Reads the operator's lists for files. */
import { createPartnerGate } from '../partner/partner-gate.ts'
import { Answered } from '../server/routes.ts'

const PAGE_ROWS = 500

/** An export reads for some seconds, and the lists of people must not wait for several. */
const LIMITS = { inFlightMax: 1, waitingMax: 4, code: 'EXPORT429_TOO_MANY_AT_ONCE' } as const

/** The exports of the operator are of all partners. */
const OPERATOR = 0

/** Runs an export when none of the operator's others runs in this process. */
export type OneAtATime = <Result>(work: () => Promise<Result>) => Promise<Result>

export const createOneAtATime = (): OneAtATime => {
  const exports = createPartnerGate(LIMITS)
  return (work) => exports.within(OPERATOR, work)
}

export type PageAsked = { limit: number; cursor: string | undefined }

type Listed<Row> = { items: readonly Row[]; nextCursor: string | null }

type ListAnswer<Row> = Listed<Row> | Answered<number, string, unknown>

export type List<Row> = (page: PageAsked) => Promise<ListAnswer<Row>> | ListAnswer<Row>

/** Every page of a list. It asks the list itself, so it has what the list has, also over several cells. */
export const pagesOf = async function* <Row>(list: List<Row>): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: PAGE_ROWS, cursor })
    if (page instanceof Answered) throw new Error('a list has one way to answer')
    yield page.items
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
