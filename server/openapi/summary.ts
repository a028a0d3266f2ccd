import type { FastifyInstance } from 'fastify'
import { errorsOf } from '../../modules/platform/index.ts'
import type { ApiReference } from '../../modules/site/contract.ts'
import { operationId } from './document.ts'
import { moduleDescriptions, moduleOf } from './modules.ts'

const fieldsOf = (schema: unknown): ApiReference['groups'][number]['calls'][number]['fields'] => {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
  return Object.keys(properties)
    .filter((name) => name !== '_method')
    .map((name) => ({ name, required: required.includes(name) }))
}

/** Every endpoint in brief, by module. */
export const referenceOf = (app: FastifyInstance): ApiReference => {
  const specs = [...app.served.values()].sort((a, b) => a.path.localeCompare(b.path))
  const byModule = Map.groupBy(specs, moduleOf)
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
        fields: [...fieldsOf(spec.query), ...fieldsOf(spec.body)],
        statuses: Object.keys(spec.response).map(Number),
        errors: errorsOf(app, spec).map((code) => code.split('.')[1] ?? code),
      })),
    })),
  }
}
