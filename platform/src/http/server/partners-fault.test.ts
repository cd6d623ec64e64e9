import type { ErrorCode } from '@wasl/protocol'
import fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ApiError } from '../../base/api-error.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { createAnswerError } from './error-handler.ts'
import type { ErrorLog } from './error-log.ts'
import { createRecordRequest, recordRequests } from './record-requests.ts'

test.for([
  ['PARTNER503_UNAVAILABLE', true],
  ['SERVER503_UNAVAILABLE', false],
] as const)('a request answered %s is a failure of a partner: %s', async ([code, isPartners]) => {
  const app = fastify()
  const counted: unknown[] = []
  const metrics = {
    requests: { labels: () => ({ observe: () => undefined }) },
    countAnswer: (answered: unknown) => counted.push(answered),
  } as unknown as Metrics
  const errorLog = { request: () => undefined } as unknown as ErrorLog
  app.setErrorHandler(createAnswerError(errorLog))
  recordRequests(app, createRecordRequest(metrics, pino({ enabled: false })), () => undefined)
  app.post('/channel/v1/payments', () => {
    throw new ApiError(code satisfies ErrorCode)
  })
  await app.inject({ method: 'POST', url: '/channel/v1/payments' })
  await app.close()
  expect(counted).toMatchObject([{ route: '/channel/v1/payments', status: 503, isPartners }])
})
