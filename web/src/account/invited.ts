import type { AnswerOf } from '../api/contract.ts'

/** Who is invited, by whom, and to what. */
export type Invited = AnswerOf<'POST /account/v1/invitations/read'>
