import { ERRORS, type ErrorCode } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isPartnerMoved } from '../../base/database/errors.ts'
import type { ApiError } from '../../base/api-error.ts'
import { createRefusalSample } from './refusal-sample.ts'
import { subjectOf } from './subject.ts'

export type ErrorLog = {
  /**
   * Logs our own failures at `error` with what was thrown, a partner's failure at `warn` in one
   * line (a partner that is down for days must not hide a fault of ours), and refusals at `info`.
   */
  request(error: unknown, apiError: ApiError, request: FastifyRequest): void
  /** Logs a refusal of bytes that never became a request. */
  bytes(requestId: string, code: ErrorCode): void
}

/**
 * Logs every 5xx. Refusals, also those of a partner that moves, are limited for each route and code,
 * so that no caller can fill a disk.
 */
export const createErrorLog = (log: Logger): ErrorLog => {
  const sample = createRefusalSample()

  const refused = (kind: string, line: Record<string, unknown>): void => {
    const leftOut = sample(kind)
    if (leftOut === null) return
    log.info(leftOut === 0 ? line : { ...line, leftOut }, 'request refused')
  }

  return {
    request(error, { code }, request) {
      const { status } = ERRORS[code]
      const route = request.routeOptions.url ?? null
      const { method, id: requestId } = request
      const line = { requestId, code, status, method, route, ...subjectOf(request) }
      // A partner that moves is refused for a moment, as announced; the mover says for how long.
      if (isPartnerMoved(error)) return refused(`moved ${method} ${route}`, line)
      if (status < 500) return refused(`${code} ${method} ${route}`, line)
      if (/^PARTNER50\d_/.test(code)) {
        const reason = error instanceof Error ? error.message : code
        log.warn({ ...line, reason }, 'a partner gave no usable answer')
        return
      }
      log.error({ ...line, err: error }, 'request failed')
    },
    bytes(requestId, code) {
      refused(code, { requestId, code, status: ERRORS[code].status })
    },
  }
}
