/** A caller's Idempotency-Key and a hash of its request. */
export type IdempotencyKey = { key: string; fingerprint: Buffer }
