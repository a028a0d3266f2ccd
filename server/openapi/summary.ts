import type { FastifyInstance } from 'fastify'
import { errorsOf, requiredTokenScope } from '../../modules/platform/index.ts'
import { type EndpointSpec, isContent, type TSchema } from '../../modules/shared/contract.ts'
import type { ApiReference } from '../../modules/site/contract.ts'
import { operationId } from './document.ts'
import { Examples } from './examples.ts'
import { moduleDescriptions, moduleOfEndpoint } from './modules.ts'
import { SchemaRegistry } from './schemas.ts'
import { securityOf } from './security.ts'

const fieldsOf = (schema: unknown): ApiReference['groups'][number]['calls'][number]['fields'] => {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
  return Object.keys(properties)
    .filter((name) => name !== '_method')
    .map((name) => ({ name, required: required.includes(name) }))
}

const isJson = (response: EndpointSpec['response'][number]): response is TSchema =>
  Boolean(response) && !isContent(response as never)

/** Every endpoint in brief, by module. */
export const apiReferenceOf = (app: FastifyInstance): ApiReference => {
  const specs = [...app.served.values()].sort((a, b) => a.path.localeCompare(b.path))
  const schemas = new SchemaRegistry()
  const examples = new Examples(schemas.components)
  const exampleOf = (schema: TSchema | undefined, indent?: number): string | null => {
    const { example } = schema ? examples.of(schemas.of(schema)) : {}
    return example === undefined ? null : JSON.stringify(example, null, indent)
  }
  const byModule = Map.groupBy(specs, moduleOfEndpoint)
  return {
    groups: Object.entries(moduleDescriptions).map(([id, text]) => ({
      id,
      text,
      calls: (byModule.get(id) ?? []).map((spec) => ({
        id: operationId(spec),
        method: spec.method,
        path: spec.path,
        summary: spec.summary,
        access: spec.access,
        scope: securityOf(spec).some(({ bearer }) => bearer) ? requiredTokenScope(spec) : null,
        fields: [...fieldsOf(spec.query), ...fieldsOf(spec.body)],
        statuses: Object.keys(spec.response).map(Number),
        errors: errorsOf(app, spec).map((code) => code.split('.')[1] ?? code),
        request: spec.bodyKind === 'stream' ? null : exampleOf(spec.body),
        answer: exampleOf(Object.values(spec.response).find(isJson), 2),
      })),
    })),
  }
}
