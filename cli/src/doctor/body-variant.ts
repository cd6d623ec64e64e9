import type { Cause } from './causes.ts'

/** A body that may have been signed in the place of the one at hand. */
export type BodyVariant = {
  bytes: Buffer
  causes: Cause[]
  /** Tried with few other mistakes beside it. */
  isRare?: boolean
}

export type Add = (bytes: Buffer | string, cause: Cause) => void
