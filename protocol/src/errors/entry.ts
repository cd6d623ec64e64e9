import type { Language } from '../language.ts'

/** Each message says what was wrong, what was expected, and what to do now. */
export type ErrorEntry = { status: number; messages: Record<Language, string> }
