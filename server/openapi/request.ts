import type { EndpointSpec, TSchema } from '../../modules/shared/contract.ts'
import type { Examples } from './examples.ts'
import type { JsonObject, SchemaRegistry } from './schemas.ts'

interface ObjectSchema {
  properties: Record<string, TSchema>
  required?: string[]
}
const fieldsOf = (schema: TSchema | undefined): ObjectSchema =>
  (schema as ObjectSchema | undefined) ?? { properties: {} }

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  description,
  required: false,
  schema: { type: 'string' },
})
const conditional = [header('If-None-Match', 'ETag that the client has'), header('If-Modified-Since', 'HTTP date')]
const ranged = [
  header('Range', 'one range of bytes (RFC 9110 §14)'),
  header('If-Range', 'ETag or HTTP date of the part the client has'),
]

/** Parameters of path, query and headers. */
export const parametersOf = (spec: EndpointSpec, schemas: SchemaRegistry): JsonObject[] => {
  const params = fieldsOf(spec.params).properties
  const path = [...spec.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: params[name] ? schemas.of(params[name]) : { type: 'string' },
  }))
  const queries = [fieldsOf(spec.query), ...(spec.streamBody?.octetStream ? [fieldsOf(spec.streamBody.fields)] : [])]
  const query = queries.flatMap(({ properties, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      // A multipart body contains them as form fields instead.
      required: required.includes(name) && !spec.streamBody?.part,
      schema: schemas.of(schema),
    })),
  )
  const headers = [...(304 in spec.response ? conditional : []), ...(206 in spec.response ? ranged : [])]
  return [...path, ...query, ...headers]
}

const streamContent = ({ streamBody = {} }: EndpointSpec, schemas: SchemaRegistry): JsonObject => {
  const { octetStream, part, fields } = streamBody
  const { properties, required = [] } = fieldsOf(fields)
  const form = part && {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemas.of(schema)])),
      [part]: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
    required: [...required, part],
  }
  return {
    ...(octetStream ? { 'application/octet-stream': {} } : {}),
    ...(form ? { 'multipart/form-data': { schema: form } } : {}),
  }
}

/** The request body of an endpoint; empty when it has no fields. */
export const requestBodyOf = (spec: EndpointSpec, schemas: SchemaRegistry, examples: Examples): JsonObject => {
  if (spec.bodyKind === 'stream') return { requestBody: { required: true, content: streamContent(spec, schemas) } }
  if (!spec.body) return {}
  const schema = schemas.of(spec.body)
  const form = spec.bodyKind === 'form' ? { 'application/x-www-form-urlencoded': { schema } } : {}
  const multipart = spec.formFileBytes ? { 'multipart/form-data': { schema } } : {}
  const required = (fieldsOf(spec.body).required ?? []).length > 0
  return {
    requestBody: {
      required,
      content: { 'application/json': { schema, ...examples.of(schema) }, ...form, ...multipart },
    },
  }
}
