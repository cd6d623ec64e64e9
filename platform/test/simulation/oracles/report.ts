/** Takes a violation: one sentence. */
export type Report = (violation: string) => void
