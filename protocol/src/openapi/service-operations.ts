/** What machines that watch the platform ask (D23). */
import { jsonContent } from './json-content.ts'
import { schemaRef } from './components.ts'
import type { PlatformOperation } from './operation.ts'

const common = { method: 'get', tag: 'Service', access: 'none', errors: [] } as const

export const SERVICE_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    path: '/healthz',
    operationId: 'isAlive',
    summary: 'Whether the process is alive',
    description: 'Answers as long as the process can answer at all.',
    success: {
      status: 200,
      description: 'Alive.',
      schema: 'HealthReport',
      examples: { alive: { status: 'alive' } },
    },
  },
  {
    ...common,
    path: '/readyz',
    operationId: 'isReady',
    summary: 'Whether the platform can serve',
    description:
      'The database answers on the connections that payments take, can be written, and its migrations ' +
      'are applied.',
    success: {
      status: 200,
      description: 'Ready.',
      schema: 'HealthReport',
      examples: { ready: { status: 'ready' } },
    },
    otherResponses: {
      503: {
        description: 'Not ready: send no requests here for now.',
        content: jsonContent(schemaRef('HealthReport'), {
          stopping: { status: 'stopping' },
        }),
      },
    },
  },
  {
    ...common,
    path: '/metrics',
    operationId: 'readMetrics',
    summary: 'Metrics for Prometheus',
    description: 'Requests, lookups, stages, queue depth and delivery latency.',
    success: {
      status: 200,
      description: 'The text format of Prometheus.',
      schema: null,
      examples: {},
    },
  },
]
