import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import { openApiDocument } from '../../server/openapi/document.ts'

export interface Response {
  $ref?: string
  content?: Record<string, { schema?: object }>
}
export interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

interface Schemas {
  document: Document
  ajv: Ajv2020
}

/** Source of the document of an app: its endpoints, and the errors of each kind of access. */
interface Source {
  specs: EndpointSpec[]
  accessErrors: string
}

const known: (Source & { schemas: Schemas })[] = []

const sourceOf = (app: FastifyInstance): Source => ({
  specs: [...app.served.values()],
  accessErrors: JSON.stringify([...app.accessErrors]),
})

const isSame = (a: Source, b: Source): boolean =>
  a.accessErrors === b.accessErrors &&
  a.specs.length === b.specs.length &&
  a.specs.every((spec, index) => spec === b.specs[index])

const compile = (app: FastifyInstance): Schemas => {
  const document = openApiDocument(app) as unknown as Document
  // Schemas that are shared are compiled once, and without a pass over the code, which takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } })
  return { document, ajv: ajv.addSchema(document, 'openapi') }
}

/**
 * The schemas of an app; apps with the same endpoints share them. Writing the document took a twelfth of the processor time
 * of API tests when each app had its own.
 */
export const schemasOf = (app: FastifyInstance): Schemas => {
  const source = sourceOf(app)
  const found = known.find((other) => isSame(source, other))
  if (found) return found.schemas
  const schemas = compile(app)
  known.push({ ...source, schemas })
  return schemas
}
