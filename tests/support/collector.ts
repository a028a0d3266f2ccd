import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Teardown } from './folders.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface RawSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}

interface CollectedSpan extends Omit<RawSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[]
}

const recordOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A collector of traces that takes OTLP over HTTP as JSON. */
export const testCollector = async (t: Teardown) => {
  const spans: CollectedSpan[] = []
  const services = new Set<unknown>()
  const authorizations = new Set<unknown>()
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
    authorizations.add(request.headers.authorization)
    const { resourceSpans } = (await json(request)) as Export
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(recordOf(resource.attributes)['service.name'])
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: recordOf(span.attributes) })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, services, authorizations }
}
