import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import {
  type BodyOf,
  type EndpointSpec,
  isContent,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '../../../shared/contract.ts'
import { platformErrors } from '../errors.ts'
import { readForm } from './read-form.ts'
import { serializationSchema } from './serialization-schema.ts'
import { requiredTokenScope } from './token-scope.ts'
import { hasLongUrl } from './urls.ts'
import { compileCheck } from './validate.ts'

interface EndpointCall<E extends EndpointSpec> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}
/**
 * Undefined for a response without a body. A handler that sends the response itself (a redirect, a file) returns the reply.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers of empty responses have no return statement
type HandlerResult<E extends EndpointSpec> = undefined extends ResultOf<E> ? ResultOf<E> | void : ResultOf<E>
type EndpointHandler<E extends EndpointSpec> = (
  call: EndpointCall<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<HandlerResult<E>>

interface Served {
  spec: EndpointSpec
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint of the process, for `cli routes --json` and the access matrix. */
    served: Map<string, EndpointSpec>
    servedByPath: Map<string, Map<string, Served>>
  }
}

const isMutating = (method: string) => method !== 'GET'

/** Whether another account has signed in since the page of this call was loaded: pages name theirs in `X-Account-Id`. */
const isOfAnotherAccount = ({ principal, headers }: FastifyRequest): boolean => {
  const account = headers['x-account-id']
  return principal !== null && account !== undefined && account !== principal.userId
}

const checkAccess = (spec: EndpointSpec, request: FastifyRequest) => {
  const { principal } = request
  const isForAccount = spec.access === 'session' || spec.access === 'admin'
  if (isForAccount && !principal) throw platformErrors.fail('unauthenticated')
  const changes = isMutating(spec.method) && spec.csrf !== false
  // Calls of these kinds act for any holder of a link: the account does not matter.
  const isForLink = spec.access === 'share' || spec.access === 'fileRequest'
  if ((isForAccount || (changes && !isForLink)) && isOfAnotherAccount(request))
    throw platformErrors.fail('unauthenticated')
  if (spec.access === 'admin' && principal?.role !== 'admin') throw platformErrors.fail('forbidden')
  const scope = requiredTokenScope(spec)
  if (scope && principal?.scopes?.includes(scope) === false) throw platformErrors.fail('scope-missing')
  if (spec.changesByGet && !principal?.tokenId) request.checkFetched()
  // Browsers never add a bearer token by themselves, so it needs no CSRF token.
  if (changes && !principal?.tokenId) request.checkCsrf()
}

const compile = (spec: EndpointSpec) => ({
  params: spec.params ? compileCheck(spec.params, 'params') : () => ({}),
  query: spec.query ? compileCheck(spec.query, 'query') : () => ({}),
  body: spec.body ? compileCheck(spec.body, 'body') : () => undefined,
})

/**
 * Reads a multipart form sent to a path whose endpoints take JSON: the method may be one of the form's fields. Throws before
 * it reads, unless the caller may use one of the endpoints.
 */
const readFormOf = async (siblings: Iterable<Served>, request: FastifyRequest): Promise<void> => {
  const specs = [...siblings].flatMap(({ spec }) => (isMutating(spec.method) ? spec : []))
  // An endpoint of this path takes the form as its stream, and reads it itself.
  if (specs.some(({ bodyKind }) => bodyKind === 'stream')) return
  const errors: unknown[] = []
  for (const spec of specs) {
    try {
      checkAccess(spec, request)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === specs.length) throw errors[0]
  await readForm(request, Math.max(...specs.map(({ formFileBytes = 0 }) => formFileBytes)))
}

/**
 * Values that were typed into a form, by the field names that `spec` declares, without the token. Invalid values are
 * included, because the form shows them again.
 */
const typedFields = ({ body: schema }: EndpointSpec, body: unknown): Record<string, string> => {
  const names = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}).filter(
    (name) => name !== 'csrf',
  )
  const sent = (body ?? {}) as Record<string, unknown>
  return Object.fromEntries(names.flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name]]] : [])))
}

/** The first status an endpoint declares, 2xx before 3xx; a handler may set another before it returns. */
const successStatus = (spec: EndpointSpec) => Number(Object.keys(spec.response).find((status) => Number(status) < 400))

/**
 * Registers an endpoint: checks access, CSRF token and input, runs the handler, and serializes by the response schema.
 * `PUT`, `PATCH` and `DELETE` can also be sent as `POST` with a `_method` body field (D15).
 */
export const serve = <E extends EndpointSpec>(app: FastifyInstance, spec: E, handler: EndpointHandler<E>): void => {
  const checks = compile(spec)
  const status = successStatus(spec)
  if (!spec.access || !status) throw new Error(`${spec.method} ${spec.path} declares no access or no response`)
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    checkAccess(spec, request)
    if (spec.bodyKind !== 'stream') await readForm(request, spec.formFileBytes ?? 0)
    if (spec.pageErrors || spec.resendable)
      request.sentForm = { fields: typedFields(spec, request.body), problem: null }
    const call = {
      params: checks.params(request.params),
      query: checks.query(request.query),
      body: spec.bodyKind === 'stream' ? undefined : checks.body(request.body ?? {}, request.formFile !== undefined),
    } as EndpointCall<E>
    reply.status(status)
    const result = await handler(call, request, reply)
    // A sent reply resolves with undefined once it has ended, also when the client has gone away before it was written.
    if (reply.sent || reply.raw.destroyed || (result as unknown) === reply) return reply
    const schema = spec.response[reply.statusCode]
    if (schema === null || result === undefined) return reply.send()
    if (!schema || isContent(schema))
      throw new Error(`${spec.method} ${spec.path} declares no body for ${reply.statusCode}`)
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.serializer(
      reply.compileSerializationSchema(serializationSchema(schema) as never) as (payload: unknown) => string,
    )
    return reply.send(result)
  }
  const siblings = app.servedByPath.get(spec.path) ?? new Map<string, Served>()
  if (siblings.has(spec.method)) throw new Error(`${spec.method} ${spec.path} is served twice`)
  const hasPostRoute =
    siblings.size > 0 && (siblings.has('POST') || [...siblings.values()].some((other) => isMutating(other.spec.method)))
  siblings.set(spec.method, { spec, handle })
  app.servedByPath.set(spec.path, siblings)
  app.served.set(`${spec.method} ${spec.path}`, spec)
  const config = {
    access: spec.access,
    served: true,
    longUrl: hasLongUrl(spec),
    beforeSetup: spec.beforeSetup === true,
    plainErrors: spec.plainErrors === true,
  }
  const own: RouteHandlerMethod = (request, reply) => handle(request, reply)
  if (spec.method !== 'POST') app.route({ method: spec.method, url: spec.path, config, handler: own })
  if (isMutating(spec.method) && !hasPostRoute) {
    app.route({
      method: 'POST',
      url: spec.path,
      config,
      ...(spec.bodyKind === 'stream' ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
      handler: async (request, reply) => {
        if (request.body instanceof Readable) await readFormOf(siblings.values(), request)
        const override = (request.body as { _method?: unknown } | null | undefined)?._method
        const method = typeof override === 'string' ? override.toUpperCase() : 'POST'
        const target = siblings.get(method)
        if (!target) throw platformErrors.fail('not-found')
        return target.handle(request, reply)
      },
    })
  }
}
