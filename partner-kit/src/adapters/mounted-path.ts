import type { Partner } from '../partner.ts'

/**
 * Which of two readings of a path is meant: without what the partner is mounted at, or whole. A
 * partner may be mounted at its path, be made with it as `basePath`, or both, and works alike.
 */
export const mountedPath = (partner: Partner, within: string, whole: string): string =>
  partner.owns(within) || !partner.owns(whole) ? within : whole
