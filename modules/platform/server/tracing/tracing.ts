import type { FastifyInstance } from 'fastify'

/** The standard variables of OpenTelemetry. */
export interface TracingConfig {
  /** Base URL of a collector that takes OTLP over HTTP. */
  endpoint: string
  /** `name=value` pairs. May contain a secret. */
  headers: string | null
  serviceName: string
  /** Part of the requests without a caller's decision that is traced, 0–1. */
  ratio: number
}

type SpanAttributes = Readonly<Record<string, string | number>>

/** What a span is about, in the terms of OpenTelemetry. */
export type SpanKind = 'internal' | 'client' | 'consumer'

/** Traces for OpenTelemetry; exists only with `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Tracing {
  /** Runs `fn` in a span of its own; a rejection is recorded and thrown. */
  root<T>(name: string, attributes: SpanAttributes, fn: () => Promise<T>): Promise<T>
  /** Starts a span below the present one; null outside of any, so that polling makes no traces. The result ends it. */
  start(name: string, kind: SpanKind, attributes: SpanAttributes): ((error?: unknown) => void) | null
  /** Makes a span of each request, as the parent of all that the request causes. Call it before other hooks. */
  requests(app: FastifyInstance): void
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>
}
