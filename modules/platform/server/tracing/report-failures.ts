import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.ts'

const warningIntervalMs = 60_000

/** Logs failed exports, once a minute; the library itself is silent. */
export const reportFailures = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > warningIntervalMs) {
          warnedAt = performance.now()
          log.warn({ err: result.error }, 'traces were not sent')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
