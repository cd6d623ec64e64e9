import type { PartnerLog } from '@wasl/partner-kit'
import { clock, dim, line, paragraph, red } from './screen.ts'

type LogLine = { msg?: string; err?: { message?: string } }

/** Where the platform's own log goes: what is wrong with it, one sentence a line. */
export const platformLog = {
  write(text: string): void {
    const { msg = '', err } = JSON.parse(text) as LogLine
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
