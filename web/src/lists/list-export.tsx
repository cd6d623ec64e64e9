import { addressOf } from '../api/call.ts'
import type { Route } from '../api/contract.ts'
import { useLanguage } from '../texts/language.ts'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { ExportButton } from './export-button.tsx'

export type ListExportRoute = Extract<Route, `GET /operator/v1/${string}/export`>

export type ListExportProps = {
  route: ListExportRoute
  /** What the file is called, without its extension. */
  name: string
  /** What the list asks for. */
  query: object
}

/** The queries of all lists together are too many for the compiler; each list knows its own. */
const fileOf = addressOf as unknown as (
  route: ListExportRoute,
) => (input: { query: object }) => string

/** What a list shows, and all that it would show further down, as a workbook. */
export const ListExport = ({ route, name, query }: ListExportProps) => {
  const t = useTexts(PARTS)
  const { language: lang } = useLanguage()
  return (
    <ExportButton href={fileOf(route)({ query: { ...query, lang } })} name={`${name}.xlsx`}>
      {t('exportForExcel')}
    </ExportButton>
  )
}
