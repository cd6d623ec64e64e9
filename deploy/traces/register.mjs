// Registers an OpenTelemetry SDK that sends the platform's traces by OTLP. An example: put it into a
// folder of your own, beside the packages that it names (npm install @opentelemetry/api@1.10.0
// @opentelemetry/sdk-trace@3.1.1 @opentelemetry/context-async-hooks@3.1.1
// @opentelemetry/exporter-trace-otlp-http@0.301.0 @opentelemetry/resources@3.1.0), and start the platform with
//
//   WASL_TRACES=1 NODE_OPTIONS='--import /etc/wasl/traces/register.mjs'
//
// OTEL_EXPORTER_OTLP_ENDPOINT says where to, http://localhost:4318 unless set.
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

// What is in the batch goes out before the process ends.
process.once('beforeExit', () => void provider.shutdown())
