import type { Partner } from '../partner.ts'

/**
 * The path relative to the partner: without the mount path, or whole. A partner works when it is
 * mounted at its path, when it has that path as `basePath`, or both.
 */
export const mountedPath = (partner: Partner, within: string, whole: string): string =>
  partner.owns(within) || !partner.owns(whole) ? within : whole
