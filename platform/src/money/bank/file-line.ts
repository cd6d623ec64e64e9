import type { Centimes } from '@wasl/protocol'
import type { FileProblem } from './file-problem.ts'

/** What a bank's file says of one movement. */
export type FileLine = {
  bookedOn: string
  valueOn: string | null
  /** Below 0 when the money left the account; never 0. */
  amount: Centimes
  description: string
  reference: string | null
}

export type FileLines = { ok: true; lines: FileLine[] } | FileProblem
