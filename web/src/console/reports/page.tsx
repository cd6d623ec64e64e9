import type { ReportName } from '@wasl/protocol'
import { REPORTS_IN_WORDS } from '@wasl/protocol/report-words'
import { useQuery } from '@tanstack/react-query'
import { addressOf, on } from '../../api/call.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { FilterBar, type Filter } from '../../lists/filter-bar.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters, type Filters } from '../../lists/search-params.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { ReportTable, type Report } from './report-table.tsx'
import { REPORTS } from './texts.ts'

const NAMES = Object.keys(REPORTS_IN_WORDS) as ReportName[]

const READ = 'GET /operator/v1/reports/{report}'

const askedFor = ({ report, from, to }: Filters) => ({
  params: { report: NAMES.find((name) => name === report) ?? 'journal' },
  query: {
    ...(from !== undefined && from !== '' && { from }),
    ...(to !== undefined && to !== '' && { to }),
  },
})

/** What an accountant asks for: each report of the books, to read and to take along. */
export const ReportsPage = () => {
  const t = useTexts(REPORTS)
  const { filters, set } = useFilters()
  const { language: lang } = useLanguage()
  const asked = askedFor(filters)
  const { report } = asked.params
  const query = useQuery({
    queryKey: ['report', asked],
    queryFn: async ({ signal }) => (await on(READ)({ ...asked, signal })) as unknown as Report,
    enabled: useMe().may('export'),
  })
  const file = addressOf(READ)({ ...asked, query: { ...asked.query, format: 'xlsx', lang } })
  return (
    <Page
      title={t('title')}
      permission="export"
      actions={
        <ExportButton href={file} name={`wasl-${report}.xlsx`}>
          {t('file')}
        </ExportButton>
      }
    >
      <FilterBar
        filters={useReportFilters()}
        values={{ ...filters, report }}
        onChange={set}
        onClear={() => set({ report: '', from: '', to: '' })}
      />
      <Loaded query={query}>{(found) => <ReportTable found={found} />}</Loaded>
    </Page>
  )
}

const useReportFilters = (): readonly Filter[] => {
  const t = useTexts(REPORTS)
  const nameOf = useTexts(REPORTS_IN_WORDS)
  return [
    {
      name: 'report',
      kind: 'choice',
      label: t('report'),
      options: NAMES.map((value) => ({ value, label: nameOf(value) })),
    },
    { name: 'from', kind: 'day', label: t('from') },
    { name: 'to', kind: 'day', label: t('to') },
  ]
}
