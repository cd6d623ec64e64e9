/** A code that was scanned on another screen: the first screen opens it. */
import { go } from '../base/route.ts'

let waiting: string | null = null

export const openScanned = (code: string): void => {
  waiting = code
  go([])
}

export const takeScanned = (): string | null => {
  const code = waiting
  waiting = null
  return code
}
