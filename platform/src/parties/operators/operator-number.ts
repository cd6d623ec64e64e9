/** The number of an operator: that of its key, or of its user. */
export type OperatorNumber = { operatorKeyId: number } | { userId: number }
