import type { AddressInfo } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { Platform } from '../../modules/platform/index.ts'
import type { StorageApi } from '../../modules/storage/index.ts'
import { defineGauges } from './gauges.ts'
import { measureRequests } from './http-metrics.ts'

interface Metrics {
  /**
   * Serves `/metrics` on `METRICS_PORT`; resolves with the port. One of several app processes tells its figures to the process
   * that started it instead, which serves the sums: null.
   */
  listen(): Promise<number | null>
  close(): Promise<void>
}

/** Measures the app for Prometheus, and serves the result on a port of its own. Call it before the routes are registered. */
export const createMetrics = (app: FastifyInstance, platform: Platform, storage: () => StorageApi): Metrics => {
  const { host, metricsPort } = platform.config
  const registry = new Registry()
  measureRequests(app, [registry])
  const server = fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
  return {
    async listen() {
      collectDefaultMetrics({ register: registry })
      defineGauges([registry], platform, storage())
      if (platform.workers.isShared) {
        new AggregatorRegistry()
        AggregatorRegistry.setRegistries(registry)
        return null
      }
      await server.listen({ host, port: metricsPort ?? 0 }).catch((error: Error) => {
        throw Object.assign(error, { setting: 'METRICS_PORT' })
      })
      return (server.server.address() as AddressInfo).port
    },
    async close() {
      await server.close()
      registry.clear()
    },
  }
}
