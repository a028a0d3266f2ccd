import type { FastifyInstance } from 'fastify'

/** The standard variables of OpenTelemetry. */
export interface TracingConfig {
  /** Base URL of a collector that takes OTLP over HTTP. */
  endpoint: string
  /** `name=value` pairs. May contain a secret. */
  headers: string | null
  serviceName: string
  /** Share of the requests that are traced if the caller has not decided, 0–1. */
  ratio: number
}

type SpanAttributes = Readonly<Record<string, string | number>>

/** Role of a span, in the terms of OpenTelemetry. */
type SpanKind = 'internal' | 'client' | 'consumer'

/** Traces for OpenTelemetry; exists only with `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Tracing {
  /** Runs `fn` in a span of its own; a rejection is recorded and thrown. */
  root<T>(name: string, attributes: SpanAttributes, fn: () => Promise<T>): Promise<T>
  /**
   * Starts a span below the present one, and returns the function that ends it; null without one: polling makes no traces.
   */
  start(name: string, kind: SpanKind, attributes: SpanAttributes): ((error?: unknown) => void) | null
  /** Makes a span of each request, as the parent of all its operations. Call it before other hooks. */
  requests(app: FastifyInstance): void
  /** Sends the remaining spans, for two seconds at most. */
  close(): Promise<void>
}
