/**
 * SQL: whether a partner's rows in this cell are for this cell to work on. While a partner moves, the target
 * has a copy of its rows, and afterwards the source has one: work over all partners leaves them out (W175).
 */
export const isHere = (partnerId: string): string =>
  `${partnerId} <> all (array(select fence.partner_id from partner_fences fence where is_closed))`
