/** Operations without a key: health, metrics, public keys and the API reference. */
import { healthReport } from '../health.ts'
import type { OperationTable } from '../operation.ts'
import { publishedKeys } from '../signing-keys.ts'
import * as examples from './examples/signing-keys.ts'

const common = { caller: 'anyone', tag: 'Service', method: 'GET' } as const

/** For monitoring (D23). */
export const HEALTH = {
  isAlive: {
    ...common,
    path: '/healthz',
    summary: 'Check that the process is alive',
    description: 'Answers as long as the process runs.',
    answer: {
      description: 'Alive.',
      schema: healthReport,
      examples: { alive: { status: 'alive' } },
    },
  },
  isReady: {
    ...common,
    path: '/readyz',
    summary: 'Check that the platform can serve',
    description:
      'The database answers on the connections that payments use, accepts writes, and has all ' +
      'migrations of this release. `schema` says which schema that is, and which older releases run ' +
      'beside this one.',
    answer: {
      description: 'Ready.',
      schema: healthReport,
      examples: {
        ready: {
          status: 'ready',
          schema: {
            database: '0087-service-levels',
            code: '0087-service-levels',
            oldest: '0087',
          },
        },
      },
    },
    otherAnswers: [
      {
        status: 503,
        description: 'Not ready: send no requests here now.',
        schema: healthReport,
        examples: { stopping: { status: 'stopping' } },
      },
    ],
  },
  readMetrics: {
    ...common,
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    description: 'Requests, lookups, stages, queue depth and delivery latency.',
    answer: {
      description: 'The text format of Prometheus.',
      content: { 'text/plain': { type: 'string' } },
    },
  },
} as const satisfies OperationTable

/** For those who verify receipts and statements (W121). */
export const PUBLISHED_KEYS = {
  readPublishedKeys: {
    ...common,
    path: '/.well-known/wasl-keys',
    summary: 'Public keys of receipts and statements',
    description:
      'JSON Web Keys (Ed25519) with their validity. A key stays here as long as documents can ' +
      'be verified with it, even after it has ended or was revoked. Copies may be cached for ' +
      'five minutes.',
    answer: {
      description: 'Every key that was ever used.',
      schema: publishedKeys,
      examples: { keys: examples.publishedKeys },
    },
  },
} as const satisfies OperationTable

/** The API reference. */
export const DOCS = {
  readDocs: {
    ...common,
    path: '/docs',
    summary: 'The API reference',
    description: 'One page without scripts (W62).',
    answer: {
      description: 'The page.',
      content: { 'text/html': { type: 'string' } },
    },
  },
  readOpenApi: {
    ...common,
    path: '/openapi.json',
    summary: 'The API reference for programs',
    description: 'The OpenAPI 3.1 document that /docs shows.',
    answer: {
      description: 'The document.',
      content: { 'application/json': { type: 'object' } },
    },
  },
} as const satisfies OperationTable
