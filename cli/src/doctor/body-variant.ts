import type { Cause } from './causes.ts'

/** A body that may have been signed in place of the given one. */
export type BodyVariant = {
  bytes: Buffer
  causes: Cause[]
  /** Combined with few other mistakes. */
  isRare?: boolean
}

export type Add = (bytes: Buffer | string, cause: Cause) => void
