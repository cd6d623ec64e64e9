import { useMemo } from 'react'
import { useLanguage } from '../texts/language.ts'
import type { TableGroup } from './table-items.ts'
import { useDayName } from '../components/timeline.tsx'
import { localDay, today } from '../time/zone.ts'

/**
 * The days of a list's rows, for DataTable. A list may have 100,000 rows and is grouped again whenever
 * more of them come: each row's day is found once, and each day is named once.
 *
 * @example
 * const at = ({ createdAt }: Row): string => createdAt
 * const groupOf = useByDay(at)
 */
export const useByDay = <Row extends object>(
  at: (row: Row) => string,
): ((row: Row) => TableGroup) => {
  const dayName = useDayName()
  const { language } = useLanguage()
  return useMemo(() => {
    const days = new Map<string, TableGroup>()
    const known = new WeakMap<Row, TableGroup>()
    const groupAt = (moment: string): TableGroup => {
      const key = localDay(moment)
      const day = days.get(key) ?? { key, label: dayName(moment) }
      days.set(key, day)
      return day
    }
    return (row) => {
      const group = known.get(row) ?? groupAt(at(row))
      known.set(row, group)
      return group
    }
  }, [at, language, today()])
}
