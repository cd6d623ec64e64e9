import { KINDS } from '@wasl/protocol/ledger-words'
import type { DayLine } from '@wasl/protocol'
import { useTexts } from '../../texts/texts.ts'
import { useCodeName } from '../money/codes.ts'
import { DAY_REPORT } from './report.texts.ts'
import { CLOSE_DAY } from './texts.ts'

/** What a line of the day's report is about, in words. */
export const useItemName = (): ((line: Pick<DayLine, 'section' | 'item'>) => string) => {
  const codeName = useCodeName()
  const part = useTexts(DAY_REPORT)
  const step = useTexts(CLOSE_DAY)
  const kind = useTexts(KINDS)
  return ({ section, item }) => {
    switch (section) {
      case 'cash':
      case 'counts':
      case 'bank-lines':
        return isKey(DAY_REPORT, item) ? part(item) : item
      case 'open':
        return isKey(CLOSE_DAY, item) ? step(item) : item
      case 'balances':
        return isKey(KINDS, item) ? kind(item) : item
      case 'payments':
      case 'refunds':
      case 'fees':
      case 'variances':
      case 'deposits':
      case 'other':
        return codeName(item)
      default:
        return section satisfies never
    }
  }
}

/** A newer platform may send what this page has no word for. */
const isKey = <T extends object>(texts: T, item: string): item is keyof T & string =>
  Object.hasOwn(texts, item)
