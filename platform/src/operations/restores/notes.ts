import type { Logger } from 'pino'
import type { EveryCell } from '../../cells/every-cell.ts'
import { createGaps } from './gaps-of.ts'
import { createNoteBankLines, type NoteBankLines } from './note-bank-lines.ts'
import { createNoteBooked, type NoteBooked } from './note-booked.ts'
import { createNoteUnknown, type NoteUnknown } from './note-unknown.ts'

/** What each source names of the lost minutes of a restore (W286, W296). */
export type Notes = { unknown: NoteUnknown; booked: NoteBooked; bankLines: NoteBankLines }

export const createNotes = (cells: EveryCell, log: Logger): Notes => {
  const gapsOf = createGaps()
  return {
    unknown: createNoteUnknown(cells, gapsOf, log),
    booked: createNoteBooked(cells, gapsOf, log),
    bankLines: createNoteBankLines(cells, gapsOf, log),
  }
}
