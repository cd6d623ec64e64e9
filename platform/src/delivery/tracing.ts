import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Send } from '../base/outbound/outbound-types.ts'
import { partnerWireId } from '../base/wire-ids.ts'
import type { ClaimedDelivery } from './webhooks/queue/claim.ts'
import { paymentIdOf } from './webhooks/event.ts'

type Work<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

/** How a piece of work ended: attributes for its span, and what failed, if anything. */
export type SpanEnd = { attributes?: Attributes; failure?: string | null }

export type SpanOf<Args extends unknown[], Result> = {
  name: string
  begin?: (...args: Args) => Attributes
  end?: (result: Result) => SpanEnd
}

/**
 * OpenTelemetry traces (W89). While traces are off, each function returns its argument, so that
 * they cost nothing. Spans contain only ids, codes and numbers: no reference, no body.
 */
export type Tracing = {
  /** Wraps work in a span, a child of the active span. */
  traced<Args extends unknown[], Result>(
    span: SpanOf<Args, Result>,
    work: Work<Args, Result>,
  ): Work<Args, Result>
  /** Wraps calls to partners in spans of kind client. */
  send(send: Send): Send
  /** Makes a span for a claim that found deliveries. Their attempts become its children. */
  claimed(deliveries: ClaimedDelivery[], startedMs: number): void
  /** Makes an attempt within a span, a child of its claim's. */
  delivering<Result>(delivery: ClaimedDelivery, work: () => Promise<Result>): Promise<Result>
}

export const NO_TRACING: Tracing = {
  traced: (_span, work) => work,
  send: (send) => send,
  claimed: () => undefined,
  delivering: (_delivery, work) => work(),
}

export type TracingConfig = { traces: boolean; traceparent: boolean }

/**
 * Makes traces when `traces` is set and the operator has registered an SDK, which decides where
 * they go. With `traceparent`, partners get that header (W3C Trace Context).
 */
export const createTracing = ({ traces, traceparent }: TracingConfig, log: Logger): Tracing => {
  if (!traces) return NO_TRACING
  const tracer = trace.getTracer('wasl')
  warnWithoutSdk(tracer.startSpan('start'), log)
  return {
    ...traceDeliveries(tracer),
    traced:
      ({ name, begin, end }, work) =>
      (...args) => {
        const parent = context.active()
        const span = tracer.startSpan(name, { attributes: begin?.(...args) ?? {} }, parent)
        return within(span, parent, () => work(...args), end)
      },
    send: (send) => (request) => {
      const parent = context.active()
      const attributes = {
        'http.request.method': request.method,
        'server.address': URL.parse(String(request.url))?.hostname ?? '',
        'wasl.partner_id': partnerWireId(request.partner),
      }
      const span = tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }, parent)
      const own = span.spanContext()
      const headers = { ...request.headers, traceparent: traceparentOf(own) }
      const sent = traceparent && isSpanContextValid(own) ? { ...request, headers } : request
      return within(
        span,
        parent,
        () => send(sent),
        (result) =>
          result.ok
            ? { attributes: { 'http.response.status_code': result.status } }
            : { failure: result.reason },
      )
    },
  }
}

/** A claim is a trace of its own, because it gathers deliveries of many payments. */
const traceDeliveries = (tracer: Tracer): Pick<Tracing, 'claimed' | 'delivering'> => {
  const claims = new WeakMap<ClaimedDelivery, Context>()
  return {
    claimed(deliveries, startedMs) {
      if (deliveries.length === 0) return
      const attributes = { 'wasl.deliveries': deliveries.length }
      const startTime = Date.now() - (performance.now() - startedMs)
      const span = tracer.startSpan('claim', { attributes, startTime, root: true })
      span.end()
      const parent = trace.setSpan(ROOT_CONTEXT, span)
      for (const delivery of deliveries) claims.set(delivery, parent)
    },
    delivering(delivery, work) {
      const parent = claims.get(delivery) ?? ROOT_CONTEXT
      const attributes = {
        'wasl.partner_id': partnerWireId(delivery.partner_id),
        'wasl.payment_id': paymentIdOf(delivery.event_id),
        'wasl.event_id': delivery.event_id,
        'wasl.attempt': delivery.attempt,
      }
      return within(tracer.startSpan('deliver', { attributes }, parent), parent, work)
    },
  }
}

/** Runs the work with the span active, and ends the span when the work has ended. */
const within = <Result>(
  span: Span,
  parent: Context,
  work: () => Promise<Result>,
  end?: (result: Result) => SpanEnd,
): Promise<Result> =>
  context.with(trace.setSpan(parent, span), () =>
    work().then(
      (result) => {
        finish(span, end?.(result))
        return result
      },
      (error: unknown) => {
        // Only the error's name: a database error's message may contain rows.
        finish(span, { failure: error instanceof Error ? error.name : typeof error })
        throw error
      },
    ),
  )

const finish = (span: Span, { attributes = {}, failure = null }: SpanEnd = {}): void => {
  span.setAttributes(attributes)
  if (failure !== null) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.setAttribute('error.type', failure)
  }
  span.end()
}

const warnWithoutSdk = (span: Span, log: Logger): void => {
  if (isSpanContextValid(span.spanContext())) return
  log.warn(
    'WASL_TRACES is 1, and no OpenTelemetry SDK is registered: start Node.js with --import and a ' +
      'file that registers one, such as deploy/traces/register.mjs',
  )
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`
