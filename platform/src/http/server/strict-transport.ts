/** A year: browsers ask for nothing of this host over plain http in that time. */
const SECONDS = 31_536_000

/**
 * The header of every answer of a platform whose public address is https. Other names of the domain may
 * not be ours, so it says nothing about them.
 */
export const strictTransportOf = (publicUrl: string | undefined): Record<string, string> =>
  publicUrl?.startsWith('https:') === true
    ? { 'strict-transport-security': `max-age=${SECONDS}` }
    : {}
