import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.ts'
import { reportFailures } from './report-failures.ts'
import { spanKinds, traceRequests } from './trace-requests.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

const exportTimeoutMs = 5_000
const closeTimeoutMs = 2_000

const end = (span: Span, error?: unknown): void => {
  if (error !== undefined) {
    span.recordException(error as Error)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Sends spans in batches to a collector. If it is unreachable, this costs memory for 2,048 spans and a warning a minute. */
export const createTracing = ({ endpoint, headers, serviceName, ratio }: TracingConfig, log: Logger): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers ?? undefined),
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, log) })],
  })
  const tracer = provider.getTracer('coffer')
  // A manager of its own, not the library's global one: tests have several apps in one process.
  const contexts = new AsyncLocalStorageContextManager().enable()
  const within = <T>(parent: Context, span: Span, fn: () => T): T => contexts.with(trace.setSpan(parent, span), fn)
  return {
    root(name, attributes, fn) {
      const span = tracer.startSpan(name, { kind: spanKinds.consumer, attributes }, ROOT_CONTEXT)
      return within(ROOT_CONTEXT, span, fn).then(
        (result) => {
          end(span)
          return result
        },
        (error: unknown) => {
          end(span, error)
          throw error
        },
      )
    },
    start(name, kind, attributes) {
      const parent = contexts.active()
      if (!trace.getSpan(parent)?.isRecording()) return null
      const span = tracer.startSpan(name, { kind: spanKinds[kind], attributes }, parent)
      return (error) => end(span, error)
    },
    requests: (app) => traceRequests(app, tracer, within),
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(closeTimeoutMs, undefined, { ref: false })])
      contexts.disable()
    },
  }
}
