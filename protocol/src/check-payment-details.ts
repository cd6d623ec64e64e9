/** Validates payment details from a partner at a bounded cost (W77). */
import { z } from 'zod'
import { describeIssues } from './issues.ts'
import {
  amountLabelSchema,
  detailLabelSchema,
  LABELS_MAX,
  type PaymentDetails,
  paymentDetailsSchema,
} from './payment-details.ts'
import type { Issue } from './issue.ts'

export type CheckedDetails = { ok: true; details: PaymentDetails } | { ok: false; issue: Issue }

const list = z.array(z.unknown()).max(LABELS_MAX).optional()

/** The details without the items of the two lists. */
const outline = paymentDetailsSchema.extend({ amount_detail: list, details: list })

/**
 * Like `paymentDetailsSchema`, but counts the items of both lists first and stops at the first problem:
 * an answer may have thousands of items.
 */
export const checkPaymentDetails = (value: unknown): CheckedDetails => {
  const outer = outline.safeParse(value)
  if (!outer.success) return problem(outer.error.issues[0], [], value)
  const { amount_detail, details, ...rest } = outer.data
  const amounts = checkItems(amountLabelSchema, 'amount_detail', amount_detail, value)
  if (!amounts.ok) return amounts
  const texts = checkItems(detailLabelSchema, 'details', details, value)
  if (!texts.ok) return texts
  return {
    ok: true,
    details: {
      ...rest,
      ...(amount_detail && { amount_detail: amounts.items }),
      ...(details && { details: texts.items }),
    },
  }
}

const checkItems = <Item>(
  schema: z.ZodType<Item>,
  name: string,
  items: unknown[] = [],
  value: unknown,
): { ok: true; items: Item[] } | (CheckedDetails & { ok: false }) => {
  const checked: Item[] = []
  for (const [index, item] of items.entries()) {
    const result = schema.safeParse(item)
    if (!result.success) return problem(result.error.issues[0], [name, index], value)
    checked.push(result.data)
  }
  return { ok: true, items: checked }
}

const problem = (
  issue: z.core.$ZodIssue | undefined,
  at: readonly PropertyKey[],
  value: unknown,
): CheckedDetails & { ok: false } => {
  if (issue === undefined) throw new Error('the schema refused a value and named no problem')
  const [first] = describeIssues({ issues: [{ ...issue, path: [...at, ...issue.path] }] }, value)
  return { ok: false, issue: first as Issue }
}
