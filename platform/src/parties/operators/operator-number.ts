/** An operator: by the number of its key, or of its user. */
export type OperatorNumber = { operatorKeyId: number } | { userId: number }
