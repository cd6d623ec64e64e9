import type { PartnerLog } from '@wasl/partner-kit'
import { clock, dim, line, paragraph, red } from './screen.ts'

type LogLine = { level: number; msg?: string; requestId?: string; err?: { message?: string } }

/** As pino numbers it. */
const INFO = 30

/** Where the platform's own log goes: what is wrong with it, one sentence a line. */
export const platformLog = {
  write(text: string): void {
    const { level, msg = '', requestId, err } = JSON.parse(text) as LogLine
    // The story tells of refused requests itself.
    if (level <= INFO && requestId !== undefined) return
    paragraph(`Note: ${msg}${err?.message === undefined ? '' : ` (${err.message})`}`)
  },
}

/** What the partner sees, shown once the story is over: it tells the same in its own way. */
export const createPartnerFeed = (): { log: PartnerLog; open(): void } => {
  let isOpen = false
  return {
    open() {
      isOpen = true
    },
    log({ level, message, reference, error }) {
      // Something that goes wrong is told at once.
      if (!isOpen && level !== 'error') return
      const cause = error instanceof Error ? ` (${error.message})` : ''
      const about = reference === undefined ? '' : `${reference}  `
      const text = `${clock(new Date())}  partner  ${about}${message}${cause}`
      line(level === 'info' ? dim(text) : red(text))
    },
  }
}
