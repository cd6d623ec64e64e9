import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { listSigningKeys } from '../../parties/signing-keys/list.ts'
import { publishedKeyOf } from '../bodies/signing-key.ts'
import { addRoutes, Answered, ANYONE, type Handlers } from '../server/routes.ts'

export type PublishedKeysDeps = { pool: pg.Pool; publicOrigin: () => string }

/**
 * Copies are fresh for five minutes, which is how late a revocation can arrive. While the platform
 * does not answer, a copy of the last day is better than none.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-if-error=86400'

/** `GET /.well-known/wasl-keys`: the public keys of receipts and statements (W121). */
export const publishedKeys = (
  app: FastifyInstance,
  { pool, publicOrigin }: PublishedKeysDeps,
): void => {
  const read = oneAtATime(async () => (await listSigningKeys(pool)).map(publishedKeyOf))
  const handlers: Handlers<typeof OPERATIONS.service.publishedKeys, null> = {
    async readPublishedKeys() {
      const body = { issuer: publicOrigin(), keys: await read() }
      return new Answered(200, 'application/json; charset=utf-8', body, {
        'cache-control': CACHE_CONTROL,
        // They are public, and a page of another origin may verify documents too.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
    },
  }
  addRoutes(app, OPERATIONS.service.publishedKeys, handlers, ANYONE)
}

/** Concurrent callers share one answer: anyone may call, and the database answers one at a time. */
const oneAtATime = <Result>(read: () => Promise<Result>): (() => Promise<Result>) => {
  let underWay: Promise<Result> | null = null
  return () => (underWay ??= read().finally(() => (underWay = null)))
}
