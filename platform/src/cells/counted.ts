/**
 * SQL: that a partner's rows are counted in this cell, and not in the other one that has them while the
 * partner moves. Without such partners it costs nothing: the planner drops it.
 *
 * @example isCounted('partner_id', [1001]) // `partner_id <> all('{1001}'::int[])`
 */
export const isCounted = (partnerId: string, leftOut: readonly number[]): string =>
  leftOut.length === 0 ? 'true' : `${partnerId} <> all('{${leftOut.join()}}'::int[])`
