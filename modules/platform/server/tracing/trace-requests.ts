import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { redactUrl } from '../logger.ts'

export const spanKinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

type Within = (parent: Context, span: Span, fn: () => void) => void

/**
 * A span from the headers of each request to the end of its response, below the caller's (`traceparent`). The path has no
 * secrets and no query; the request's id also appears in logs and error responses.
 */
export const traceRequests = (app: FastifyInstance, tracer: Tracer, within: Within): void => {
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const { method, id, url, protocol, routeOptions } = request
    const route = routeOptions.url
    const attributes = {
      'http.request.method': method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'url.scheme': protocol,
      'url.path': redactUrl(url.split('?', 1)[0] as string),
      'coffer.request_id': id,
    }
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    within(parent, span, done)
  })
  app.addHook('onResponse', async (request, { statusCode, raw }) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', raw.headersSent ? raw.statusCode : statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
