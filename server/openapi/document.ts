import type { FastifyInstance } from 'fastify'
import { openSocket } from '../../modules/platform/contract.ts'
import { errorsOf } from '../../modules/platform/index.ts'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import manifest from '../../package.json' with { type: 'json' }
import { Examples } from './examples.ts'
import { moduleDescriptions, moduleOfEndpoint } from './modules.ts'
import { parametersOf, requestBodyOf } from './request.ts'
import { responsesOf } from './responses.ts'
import { type JsonObject, SchemaRegistry } from './schemas.ts'
import { securityOf, securitySchemes } from './security.ts'

/** Registered without `serve`, because it responds with another protocol. */
const additionalEndpoints: readonly EndpointSpec[] = [openSocket]

const sorted = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)))
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Derived from method and path, on which clients depend anyway: `PATCH /api/rename/:id` → `patchRenameById`. */
export const operationId = ({ method, path }: Pick<EndpointSpec, 'method' | 'path'>): string => {
  const words = path
    .replace(/^\/api\//, '/')
    .split('/')
    .filter(Boolean)
  const named = words.map((word) =>
    (word.startsWith(':') ? `by-${word.slice(1)}` : word)
      .split(/[^A-Za-z0-9]+/)
      .map(capital)
      .join(''),
  )
  const scope = path.startsWith('/api/') ? '' : 'Web'
  return method.toLowerCase() + scope + named.join('')
}

export const pathTemplateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const operationOf = (
  app: FastifyInstance,
  spec: EndpointSpec,
  { schemas, examples }: { schemas: SchemaRegistry; examples: Examples },
  shared: JsonObject,
): JsonObject => ({
  operationId: operationId(spec),
  summary: spec.summary,
  tags: [moduleOfEndpoint(spec)],
  security: securityOf(spec),
  parameters: parametersOf(spec, schemas),
  ...requestBodyOf(spec, schemas, examples),
  responses: responsesOf(spec, errorsOf(app, spec), { schemas, examples }, shared),
})

const description = `The HTTP API of one installation. Conventions (sessions, CSRF, tokens, errors, paging, uploads,
ranges, limits) are in docs/http-api.md. HEAD is answered wherever GET is. PUT, PATCH and DELETE can be sent as POST with
a body field \`_method\`.`

/** Every endpoint of the app as an OpenAPI 3.1 document. Needs neither a database nor a listening server. */
export const openApiDocument = (app: FastifyInstance): JsonObject => {
  const schemas = new SchemaRegistry()
  const examples = new Examples(schemas.components)
  const specs = [...app.served.values(), ...additionalEndpoints].sort(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
  const paths: Record<string, JsonObject> = {}
  const responses: JsonObject = {}
  for (const spec of specs) {
    const path = pathTemplateOf(spec.path)
    paths[path] = {
      ...paths[path],
      [spec.method.toLowerCase()]: operationOf(app, spec, { schemas, examples }, responses),
    }
  }
  const { ErrorBody, ...components } = schemas.components
  // Some error codes add fields.
  const { additionalProperties: _, ...openError } = ErrorBody as JsonObject
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coffer',
      version: manifest.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(moduleDescriptions).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      schemas: { ...components, Error: openError, ErrorBody },
      responses: sorted(responses),
      securitySchemes,
    },
  }
}
