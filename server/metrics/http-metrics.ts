import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** From a cached answer to a slow upload of one chunk. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

const lengthOf = (header: unknown): number => Number(header ?? 0) || 0

/** Counts requests by method, route pattern and status. Never by URL, which would make a series of each. */
export const measureRequests = (app: FastifyInstance, registers: Registry[]): void => {
  const labels = ['method', 'route'] as const
  const duration = new Histogram({
    name: 'coffer_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: [...labels, 'status'],
    buckets: durationBuckets,
    registers,
  })
  const received = new Counter({
    name: 'coffer_http_received_bytes_total',
    help: 'Bytes of request bodies, as declared',
    labelNames: labels,
    registers,
  })
  const sent = new Counter({
    name: 'coffer_http_sent_bytes_total',
    help: 'Bytes that the sockets of requests sent, headers and responses that were broken off included',
    labelNames: labels,
    registers,
  })
  // By the socket: files and archives are written past Fastify, and a response that is broken off has no end.
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request
    const { socket } = request.raw
    const before = socket.bytesWritten ?? 0
    reply.raw.once('close', () => {
      const bytes = (socket.bytesWritten ?? 0) - before
      if (bytes > 0) sent.inc({ method, route: routeOptions.url ?? 'none' }, bytes)
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    const bodyBytes = lengthOf(request.headers['content-length'])
    if (bodyBytes > 0) received.inc({ method, route }, bodyBytes)
    done()
  })
}
