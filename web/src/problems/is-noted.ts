import { ApiFailure } from '../api/failure.ts'

/** Whether the platform noted the first of two requests, which is no failure. */
export const isNoted = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'APPROVAL409_SECOND_PERSON'
