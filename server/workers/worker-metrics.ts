import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from '../../modules/platform/launch.ts'

/** Serves the figures of all app processes on `METRICS_PORT`, added up where each counts its own. */
export const serveWorkerMetrics = async ({
  host,
  metricsPort,
}: Config): Promise<{ port: number; close(): Promise<void> }> => {
  const registry = new AggregatorRegistry()
  const server = fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.clusterMetrics()
  })
  await server.listen({ host, port: metricsPort ?? 0 }).catch((error: Error) => {
    throw Object.assign(error, { setting: 'METRICS_PORT' })
  })
  return { port: (server.server.address() as AddressInfo).port, close: () => server.close() }
}
