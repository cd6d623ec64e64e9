import { useTexts } from '../../texts/texts.ts'
import { CODES } from '@wasl/protocol/ledger-words'

const isCode = (code: string): code is keyof typeof CODES => Object.hasOwn(CODES, code)

/** What a transfer's code means, in words; the code itself when it is newer than these screens. */
export const useCodeName = (): ((code: string) => string) => {
  const t = useTexts(CODES)
  return (code) => (isCode(code) ? t(code) : code)
}
