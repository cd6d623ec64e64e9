import type { AnswerOf } from '../../api/contract.ts'

/** A channel, without its key. */
export type Channel = AnswerOf<'GET /operator/v1/channels'>['items'][number]
