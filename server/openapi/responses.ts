import { type ErrorEntry, errorTables } from '../../modules/platform/index.ts'
import { type EndpointSpec, type ErrorCode, type HeaderName, isContent } from '../../modules/shared/contract.ts'
import type { Examples } from './examples.ts'
import type { JsonObject, SchemaRegistry } from './schemas.ts'

const headerTexts: Record<HeaderName | 'retry-after', string> = {
  'accept-ranges': '`bytes`: ranges can be asked for',
  'cache-control': 'how long the response may be kept',
  'content-disposition': 'whether to show or to save, and the file name (RFC 6266)',
  'content-range': 'the range in this response, and the whole size',
  etag: 'strong validator of the content',
  'last-modified': 'when the content was stored',
  location: 'where to go',
  'retry-after': 'seconds until the next attempt',
}

const headersOf = (names: readonly (HeaderName | 'retry-after')[]): JsonObject =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          names.map((name) => [name, { description: headerTexts[name], schema: { type: 'string' } }]),
        ),
      }

const successTexts: Record<string, string> = {
  101: 'The connection becomes a WebSocket',
  200: 'Done',
  201: 'Created',
  202: 'Accepted; it goes on in the background',
  204: 'Done, without a body',
  206: 'The range that was asked for',
  302: 'Go on at Location',
  303: 'Go on at Location',
  304: 'What the client has is current',
  503: 'Not ready',
}

interface KnownError {
  code: string
  entry: ErrorEntry
}

const errorOf = (code: ErrorCode): KnownError => {
  const [namespace = '', word = ''] = code.split('.')
  const entry = errorTables.find((table) => table.namespace === namespace)?.entries[word]
  if (!entry) throw new Error(`there is no error code ${code}`)
  return { code: word, entry }
}

const successes = (spec: EndpointSpec, schemas: SchemaRegistry, examples: Examples): [number, JsonObject][] =>
  Object.entries(spec.response).map(([status, response]): [number, JsonObject] => {
    const description = successTexts[status] ?? status
    if (response === null) return [Number(status), { description }]
    if (!isContent(response)) {
      const schema = schemas.of(response)
      const json = { 'application/json': { schema, ...examples.of(schema) } }
      const content = spec.alsoAs ? { ...json, [spec.alsoAs]: {} } : json
      return [Number(status), { description, content }]
    }
    const { mediaType, headers } = response
    return [
      Number(status),
      { description, ...headersOf(headers), ...(mediaType === null ? {} : { content: { [mediaType]: {} } }) },
    ]
  })

/** Whether browsers get a page for this error: of a form, or, at any URL that they may open, while the database is away. */
const isPage = ({ pageErrors, path }: EndpointSpec, status: number): boolean =>
  status < 500 ? pageErrors === true : status === 503 && !path.startsWith('/api/')

/** The response of one error status: its codes, and when each occurs. */
const errorResponse = (status: number, errors: KnownError[], spec: EndpointSpec): JsonObject => {
  const codes = [...new Set(errors.map(({ code }) => code))]
  const bodies = errors.flatMap(({ entry }) => ('body' in entry && entry.body ? [entry.body] : []))
  const fields = Object.assign({}, ...bodies) as JsonObject
  const schema = {
    $ref: '#/components/schemas/Error',
    properties: { code: { enum: codes }, ...fields },
  }
  return {
    description: errors.map(({ code, entry }) => `- \`${code}\`: ${entry.situation}`).join('\n'),
    ...headersOf(status === 429 || status === 503 ? ['retry-after'] : status === 416 ? ['content-range'] : []),
    content: {
      'application/json': { schema },
      ...(spec.plainErrors && status < 500 ? { 'text/plain': { schema: { type: 'string' } } } : {}),
      ...(isPage(spec, status) ? { 'text/html': {} } : {}),
    },
  }
}

/** Error responses with few codes recur in most endpoints and are shared. */
const maxSharedCodes = 3

/** Combines two descriptions of one status; the body matches either. */
const either = (one: JsonObject, other: JsonObject): JsonObject => {
  const schemaOf = ({ content }: JsonObject) =>
    (content as { [type: string]: { schema: JsonObject } })['application/json']?.schema
  return {
    ...other,
    description: `${String(one.description)}\n${String(other.description)}`,
    content: { 'application/json': { schema: { anyOf: [schemaOf(one), schemaOf(other)] } } },
  }
}

/** Status → response object, for successes and errors of an endpoint. Adds shared responses to `shared` (`components.responses`). */
export const responsesOf = (
  spec: EndpointSpec,
  codes: readonly ErrorCode[],
  { schemas, examples }: { schemas: SchemaRegistry; examples: Examples },
  shared: JsonObject,
): JsonObject => {
  const byStatus = Map.groupBy(codes.map(errorOf), ({ entry }) => entry.status as number)
  const responses = new Map(successes(spec, schemas, examples))
  for (const [status, errors] of byStatus) {
    const success = responses.get(status)
    const failed = errorResponse(status, errors, spec)
    const name = [status, ...errors.map(({ code }) => code)].join('.')
    const isShared = !success && !spec.plainErrors && !isPage(spec, status) && errors.length <= maxSharedCodes
    if (isShared) shared[name] = failed
    const written = isShared ? { $ref: `#/components/responses/${name}` } : failed
    responses.set(status, success ? either(success, failed) : written)
  }
  return Object.fromEntries([...responses].sort(([a], [b]) => a - b))
}
