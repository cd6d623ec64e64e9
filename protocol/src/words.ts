import type { Language } from './language.ts'

/** Texts for people in each language, by what they are words for. */
export type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** The word of this name, or the name itself when it is newer than the words. */
export const wordOf = (words: Words, name: string, language: Language): string =>
  Object.hasOwn(words, name) ? (words[name]?.[language] ?? name) : name
