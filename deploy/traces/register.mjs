// Registers an OpenTelemetry SDK that sends the platform's traces by OTLP. This is an example: copy it
// into a folder of yours, install its packages there (npm install @opentelemetry/api@1.10.0
// @opentelemetry/sdk-trace@3.1.1 @opentelemetry/context-async-hooks@3.1.1
// @opentelemetry/exporter-trace-otlp-http@0.301.0 @opentelemetry/resources@3.1.0), and start the platform with
//
//   WASL_TRACES=1 NODE_OPTIONS='--import /etc/wasl/traces/register.mjs'
//
// OTEL_EXPORTER_OTLP_ENDPOINT is the address of the collector, http://localhost:4318 by default.
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'wasl' }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(provider)

// Sends the last batch before the process exits.
process.once('beforeExit', () => void provider.shutdown())
