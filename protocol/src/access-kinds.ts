/** What can act: a person who signs in, a program's key, a shared till. */
export const ACCESS_KINDS = ['person', 'key', 'device'] as const

export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What was not used for so long begins the list (W270). */
export const UNUSED_DAYS = 90
