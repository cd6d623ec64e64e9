import type { Language } from '../language.ts'

export type ErrorEntry = {
  status: number
  /** Each says what was wrong, what was expected, and what to do now. */
  messages: Record<Language, string>
  /** What the body has beside the code and the message, as an example. */
  extra?: Readonly<Record<string, unknown>>
}
