/** The name of an agency without the word, for sentences that say it: `à l’agence El Hamri`. */
export const agencyOf = (channel: string): string | null =>
  /^agence\s+(\S.*)$/iu.exec(channel)?.[1] ?? null
