import type { z } from 'zod'

/** A page of a list (D22), with one item in the example. */
export const onePage = <Schema extends z.ZodType>(schema: Schema, item: unknown) =>
  ({
    description: 'One page.',
    schema,
    examples: { 'last page': { items: [item], nextCursor: null } },
  }) as const
