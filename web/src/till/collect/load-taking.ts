/**
 * The amount and the receipt are one file: who sees the amount has the receipt as well, also when the
 * network goes in between. Called as soon as somebody may need them.
 */
export const loadTaking = () => import('./taking.ts')
