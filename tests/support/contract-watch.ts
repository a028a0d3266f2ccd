import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import t from 'tap'
import { errorsOf } from '../../modules/platform/index.ts'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import { pathTemplateOf } from '../../server/openapi/document.ts'
import { type Document, type Response, schemasOf } from './contract-schemas.ts'

const pointer = (...path: string[]) =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

/** Validates responses against the OpenAPI document of an app; each check returns an error text, or null. */
class Contract {
  private readonly app: FastifyInstance
  private readonly document: Document
  private readonly ajv: Ajv2020
  constructor(app: FastifyInstance) {
    const { document, ajv } = schemasOf(app)
    this.app = app
    this.document = document
    this.ajv = ajv
  }

  /** The response object of a status, and where it is in the document. */
  private declared({ method, path }: EndpointSpec, status: number): [Response, string] | null {
    const [template, verb] = [pathTemplateOf(path), method.toLowerCase()]
    const response = this.document.paths[template]?.[verb]?.responses[status]
    const shared = response?.$ref?.split('/').at(-1)
    if (shared === undefined)
      return response ? [response, pointer('paths', template, verb, 'responses', `${status}`)] : null
    return [this.document.components.responses[shared] as Response, pointer('components', 'responses', shared)]
  }

  json(spec: EndpointSpec, status: number, body: unknown): string | null {
    const words = new Set(errorsOf(this.app, spec).map((name) => name.split('.')[1]))
    const unknown = codesWithin(body).find((word) => !words.has(word))
    if (unknown !== undefined) return `${status} ${unknown} is not declared`
    const [response, at] = this.declared(spec, status) ?? []
    const type = 'application/json'
    if (!response?.content?.[type]) return `${status} as ${type} is not declared`
    const check = this.ajv.getSchema(`openapi#/${at}/${pointer('content', type, 'schema')}`)
    if (!check) throw new Error(`no schema at ${at}`)
    if (check(body)) return null
    return `${status} has another body: ${this.ajv.errorsText(check.errors)}`
  }

  head(spec: EndpointSpec, status: number, mediaType: string | undefined): string | null {
    const [response] = this.declared(spec, status) ?? []
    if (!response) return `${status} is not declared`
    // A 304 has no body; its type describes the cached response.
    if (status === 304 || mediaType === undefined || response.content?.[mediaType] || response.content?.['*/*'])
      return null
    return `${status} as ${mediaType} is not declared`
  }
}

/** Codes of all errors in a body: a response can carry the errors of its parts. */
const codesWithin = (body: unknown): string[] => {
  if (typeof body !== 'object' || body === null) return []
  const { type, code } = body as { type?: unknown; code?: unknown }
  const own = type === 'error' && typeof code === 'string' ? [code] : []
  return [...own, ...Object.values(body).flatMap(codesWithin)]
}

/** The endpoint of a request; null for pages, static files and method overrides without an endpoint. */
const specOf = (app: FastifyInstance, { method, routeOptions, body }: FastifyRequest): EndpointSpec | null => {
  const endpoints = app.servedByPath.get(routeOptions.url ?? '')
  const override = (body as { _method?: unknown } | null | undefined)?._method
  const asked = method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method
  return endpoints?.get(asked === 'HEAD' ? 'GET' : asked)?.spec ?? null
}

const seen = new Set<string>()
// Registered first and so run last: an error here must not prevent closing the app and database of a test.
t.teardown(() => {
  if (seen.size > 0) throw new Error(`not as the contract says:\n${[...seen].join('\n')}`)
})

/** Fails the test file at its end if any response of the app does not match its endpoint's declaration. */
export const watchContract = (app: FastifyInstance, violations: Set<string> = seen): void => {
  let contract: Contract | null = null
  const check = (request: FastifyRequest, find: (contract: Contract, spec: EndpointSpec) => string | null) => {
    const spec = specOf(app, request)
    if (!spec) return
    contract ??= new Contract(app)
    const wrong = find(contract, spec)
    if (wrong !== null) violations.add(`${spec.method} ${spec.path}: ${wrong}`)
  }
  app.addHook('preSerialization', async (request, reply, payload) => {
    // As sent: the serializer drops fields that the schema does not name.
    const body: unknown = JSON.parse(reply.serialize(payload) as string)
    check(request, (known, spec) => known.json(spec, reply.statusCode, body))
    return payload
  })
  app.addHook('onResponse', async (request, { raw }) => {
    if (!raw.headersSent) return
    // Responses written without Fastify have their headers here only.
    const { _header: head = '' } = raw as unknown as { _header?: string }
    const mediaType = /^content-type: *([^;\r]+)/im.exec(head)?.[1]
    check(request, (known, spec) => known.head(spec, raw.statusCode, mediaType))
  })
}
