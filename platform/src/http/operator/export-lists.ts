/** The desks' lists as workbooks (W255). */
import { EXPORT_ROWS_MAX, pickLanguage, type Language } from '@wasl/protocol'
import { readTimeZone } from '../../ledger/read-time-zone.ts'
import { nameIn } from '../../operations/reports/report-table.ts'
import {
  CASE_TABLE,
  DEPOSIT_TABLE,
  VARIANCE_TABLE,
  type ListTable,
} from '../bodies/list-columns.ts'
import { ACCESS_TABLE } from '../bodies/access-columns.ts'
import { AUDIT_TABLE, EVENT_TABLE } from '../bodies/record-columns.ts'
import { atMost, tableFile } from '../bodies/table-file.ts'
import { Answered } from '../server/routes.ts'
import { pagesOf, type List, type OneAtATime, type PageAsked } from './export-rows.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

type Exports = OperatorHandlers<'listExports'>

/** What they ask, in whichever cells it is answered. */
type Lists = {
  variances: OperatorHandlers<'variances'>
  deposits: OperatorHandlers<'deposits'>
  cases: OperatorHandlers<'cases'>
  access: OperatorHandlers<'access'>
  auditLog: OperatorHandlers<'auditLog'>
  webhookEvents: OperatorHandlers<'webhookEvents'>
  names: OperatorHandlers<'names'>
}

type ExportRequest = Parameters<Exports[keyof Exports]>[0]
type Refuse = Parameters<Exports[keyof Exports]>[1]

/** The right that a person needs beside that of the list. */
const EXPORT_RIGHT = 'export'

export const listExports = (
  deps: Pick<RouteDeps, 'db'>,
  lists: Lists,
  oneAtATime: OneAtATime,
): Exports => {
  const { variances, deposits, cases, access, auditLog, webhookEvents } = lists
  const save = saver(deps, lists.names, oneAtATime)
  return {
    exportVariances: (asked, refuse) =>
      save(VARIANCE_TABLE, asked, refuse, (page) =>
        variances.listVariances(withPage(asked, page), refuse),
      ),
    exportDeposits: (asked, refuse) =>
      save(DEPOSIT_TABLE, asked, refuse, (page) =>
        deposits.listAllDeposits(withPage(asked, page), refuse),
      ),
    exportCases: (asked, refuse) =>
      save(CASE_TABLE, asked, refuse, (page) => cases.listAllCases(withPage(asked, page), refuse)),
    exportAccess: (asked, refuse) =>
      save(ACCESS_TABLE, asked, refuse, (page) => access.listAccess(withPage(asked, page), refuse)),
    exportAuditLog: (asked, refuse) =>
      save(AUDIT_TABLE, asked, refuse, (page) =>
        auditLog.listAuditLog(withPage(asked, page), refuse),
      ),
    exportWebhookEvents: (asked, refuse) =>
      save(EVENT_TABLE, asked, refuse, (page) =>
        webhookEvents.listWebhookEvents(withPage(asked, page), refuse),
      ),
  }
}

const withPage = <One extends { query: object }>(asked: One, page: PageAsked) => ({
  ...asked,
  query: { ...asked.query, ...page },
})

const saver =
  ({ db }: Pick<RouteDeps, 'db'>, names: Lists['names'], oneAtATime: OneAtATime) =>
  async <Row>(table: ListTable<Row>, asked: ExportRequest, refuse: Refuse, list: List<Row>) => {
    if (!asked.caller.permissions.has(EXPORT_RIGHT)) {
      throw refuse('OPERATOR403_PERMISSION', { extra: { permission: EXPORT_RIGHT } })
    }
    const language = asked.query.lang ?? pickLanguage(asked.request.headers['accept-language'])
    const known = new Map<string, string>()
    const say = { language, nameOf: (id: string) => known.get(id) ?? id }
    const tooMany = () => refuse('EXPORT422_TOO_MANY', { extra: { max: EXPORT_ROWS_MAX } })
    const read = (ids: readonly string[]) =>
      readNames(names, { ...asked, query: { ids: ids.join(',') } }, refuse, language)
    return oneAtATime(async () =>
      tableFile({
        title: table.title[language],
        name: table.name,
        language,
        timeZone: await readTimeZone(db.operatorLists),
        columns: table.columns.map(({ head, cell, isTotalled = false }) => ({
          head: head[language],
          cell: (row: Row) => cell(row, say),
          isTotalled,
        })),
        pages: named(table, atMost(pagesOf(list), tooMany), known, read),
      }),
    )
  }

/** The pages, each after the names that it needs and that no page before it needed. */
const named = async function* <Row>(
  { idsOf }: ListTable<Row>,
  pages: AsyncIterable<readonly Row[]>,
  names: Map<string, string>,
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AsyncGenerator<readonly Row[]> {
  const asked = new Set<string>()
  for await (const page of pages) {
    const ids = [...new Set(page.flatMap(idsOf))].filter((id) => id !== null && !asked.has(id))
    for (const id of ids) asked.add(id as string)
    if (ids.length > 0) for (const [id, name] of await read(ids as string[])) names.set(id, name)
    yield page
  }
}

const readNames = async (
  { listNames }: Lists['names'],
  asked: Parameters<Lists['names']['listNames']>[0],
  refuse: Parameters<Lists['names']['listNames']>[1],
  language: Language,
): Promise<ReadonlyMap<string, string>> => {
  const found = await listNames(asked, refuse)
  if (found instanceof Answered) throw new Error('names have one way to be answered')
  return new Map(found.items.map((one) => [one.id, nameIn(one, language)]))
}
