/** What is wrong with a bank's file, in the words of an accountant and in three languages. */
import type { Issue, Language } from '@wasl/protocol'

export type Said = Readonly<Record<Language, string>>

/** A problem at a place of the file; the whole file has an empty path. */
export type FileIssue = Issue & { messages: Said }

export type FileProblem = { ok: false; issues: FileIssue[] }

/** @example says('expected a date', 'une date est attendue', 'التاريخ مطلوب') */
export const says = (en: string, fr: string, ar: string): Said => ({ en, fr, ar })

export const issueAt = (path: string, messages: Said): FileIssue => ({
  path,
  message: messages.en,
  messages,
})

export const wholeFile = (messages: Said): FileProblem => ({
  ok: false,
  issues: [issueAt('', messages)],
})

export const lineIssue = (lineNumber: number, messages: Said): FileIssue =>
  issueAt(`line ${lineNumber}`, messages)

/** How many names of columns a message has. */
const NAMED_MAX = 30

/** The titles of a file as a message names them. */
export const titlesSaid = (titles: readonly string[]): string =>
  titles
    .filter((title) => title !== '')
    .slice(0, NAMED_MAX)
    .map((title) => JSON.stringify(title))
    .join(', ')
