import type { AgentWarning, ErrorCode } from '@wasl/protocol'
import { wallClock } from '../base/chance.ts'
import { readWithin, type IdRange } from '../base/database/id-range.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import { KEPT_HOURS } from '../base/idempotency/forget-old.ts'
import type { IdempotencyKey } from '../base/idempotency/idempotency-key.ts'
import type { Cause } from './payment.ts'
import { paymentColumns, type PaymentRow } from './payment-row.ts'

/**
 * A key belongs to a channel and a partner (D25): the same key with another partner is another key.
 */
export type KeyOwner = { partnerId: number; channelId: number }

/** The first answer: the payment after that cause, or a refusal (D21). */
export type PriorAnswer<Code extends ErrorCode> =
  | { ok: true; cause: Cause | 'open'; payment: PaymentRow; warnings?: AgentWarning[] }
  | (Refused & { code: Code | 'IDEMPOTENCY422_KEY_REUSED' })

type AnswerRow<Code> = PaymentRow & {
  is_over: boolean
  /** Of a kept answer that is not a refusal. */
  answered_id: string | null
  same_request: boolean
  cause: Cause | 'open'
  code: Code | null
  extra: Record<string, unknown> | null
  explanation: string | null
}

/**
 * The first answer to a key; null when the key is new or expired. Deletes an expired key, because
 * its row would conflict with the new one.
 */
const findPriorAnswer = async <Code extends ErrorCode>(
  connection: Pipeline,
  owner: KeyOwner,
  { key, fingerprint }: IdempotencyKey,
): Promise<PriorAnswer<Code> | null> => {
  // The same request is of the same operation, so the code kept is one of its codes.
  const values = [owner.partnerId, owner.channelId, key, fingerprint, KEPT_HOURS]
  const read = async (ids: IdRange): Promise<AnswerRow<Code> | undefined> => {
    const statement = { name: 'find-prior-answer', text: FIND_ANSWER, values: [...values, ...ids] }
    const [row] = await connection.query<AnswerRow<Code>>(statement)
    return row
  }
  const row = await readWithin(wallClock(), read, ({ answered_id }) => answered_id)
  if (!row) return null
  if (row.is_over) {
    await forgetOldKey(connection, owner, key)
    return null
  }
  if (!row.same_request) return { ok: false, code: 'IDEMPOTENCY422_KEY_REUSED', extra: {} }
  if (row.code) return refusalIn(row, row.code)
  // An answer that is not a refusal has only the payment and the warnings about the agent.
  const { warnings } = (row.extra ?? {}) as { warnings?: AgentWarning[] }
  return { ok: true, cause: row.cause, payment: row, ...(warnings && { warnings }) }
}

const FIND_ANSWER = `
select answer.created_at <= wasl_now() - make_interval(hours => $5::int) as is_over,
  answer.fingerprint = $4::bytea as same_request, answer.cause, answer.code, answer.extra,
  answer.explanation, case when answer.code is null then answer.payment_id end as answered_id,
  ${paymentColumns('payment')}
from idempotency_keys answer
left join payments payment on payment.partner_id = answer.partner_id
  and payment.payment_id = answer.payment_id and payment.payment_id between $6::uuid and $7::uuid
where answer.partner_id = $1::int and answer.channel_id = $2::int and answer.key = $3::text
`

const refusalIn = <Code extends ErrorCode>(
  { extra, explanation }: AnswerRow<Code>,
  code: Code,
): PriorAnswer<Code> => ({
  ok: false,
  code,
  extra: extra ?? {},
  ...(explanation !== null && { explanation }),
})

/**
 * Runs a request unless its key has an answer. If another request takes the key meanwhile, the
 * database undoes what this one did, and the other request's answer is returned.
 */
export const answerOnce = async <Result, Code extends ErrorCode>(
  connection: Pipeline,
  owner: KeyOwner,
  idempotency: IdempotencyKey | null,
  run: () => Promise<Result>,
): Promise<Result | PriorAnswer<Code>> => {
  if (!idempotency) return run()
  const prior = await findPriorAnswer<Code>(connection, owner, idempotency)
  if (prior) return prior
  try {
    return await run()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    // The answer that took the key may be over by now. Then it was deleted, and nothing was done.
    return (await findPriorAnswer<Code>(connection, owner, idempotency)) ?? run()
  }
}

/** Whether another request took the same key first: the statement was undone. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey'

export type Answer<Code extends ErrorCode> = KeyOwner & {
  paymentId: string | null
  cause: Cause | 'open'
  /** Null when nothing was refused. */
  code: Code | null
  extra: Record<string, unknown>
  /** Details of what was wrong, if the answer gave them. */
  explanation?: string | undefined
}

/**
 * Keeps an answer that changed nothing (a refusal, a repetition) under its key, so that a repeated
 * request gets the same answer. The statement that makes a change keeps the other answers.
 *
 * @returns null, or the answer that another request with the same key got first.
 */
export const keepAnswer = async <Code extends ErrorCode>(
  connection: Pipeline,
  { key, fingerprint }: IdempotencyKey,
  answer: Answer<Code>,
): Promise<PriorAnswer<Code> | null> => {
  const kept = await connection.query({
    name: 'keep-answer',
    text: `
      insert into idempotency_keys
        (partner_id, channel_id, key, fingerprint, payment_id, cause, code, extra, explanation)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict do nothing
      returning 1`,
    values: [
      answer.partnerId,
      answer.channelId,
      key,
      fingerprint,
      answer.paymentId,
      answer.cause,
      answer.code,
      JSON.stringify(answer.extra),
      answer.explanation ?? null,
    ],
  })
  if (kept.length > 0) return null
  return findPriorAnswer(connection, answer, { key, fingerprint })
}

/**
 * Keeps a refusal under its key and returns it. Of two concurrent requests with one key, the later
 * one gets the answer of the earlier one.
 */
export const refuseUnderKey = async <
  Code extends ErrorCode,
  Refusal extends Refused & { code: Code },
>(
  connection: Pipeline,
  owner: KeyOwner,
  idempotency: IdempotencyKey,
  refusal: Refusal & { code: Code },
): Promise<Refusal | PriorAnswer<Code>> => {
  const prior = await findPriorAnswer<Code>(connection, owner, idempotency)
  if (prior) return prior
  const { code, extra = {}, explanation } = refusal
  const kept = { paymentId: null, cause: 'open', code, extra, explanation } as const
  const answer = { ...owner, ...kept }
  return (await keepAnswer(connection, idempotency, answer)) ?? refusal
}

type Refused = {
  ok: false
  extra?: Record<string, unknown>
  explanation?: string
}

const forgetOldKey = async (
  connection: Pipeline,
  { partnerId, channelId }: KeyOwner,
  key: string,
): Promise<void> => {
  await connection.query({
    name: 'forget-old-key',
    text: `
      delete from idempotency_keys
      where ctid = any(array(
        select ctid from idempotency_keys
        where partner_id = $1::int and channel_id = $2::int and key = $3::text
          and created_at <= wasl_now() - make_interval(hours => $4::int)
        for update skip locked
      ))`,
    values: [partnerId, channelId, key, KEPT_HOURS],
  })
}
