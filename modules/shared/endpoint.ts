import type { Static, TSchema } from './schema.ts'

/** Who may call an endpoint. The server refuses to start when a route does not say (SECURITY.md §0). */
/** `link`: signed in, or with a token in the address that the module in charge vouches for. */
export type Access = 'public' | 'session' | 'admin' | 'link' | 'share' | 'uploadRequest' | 'installer' | 'webhook'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface EndpointSpec {
  method: Method
  /** Fastify pattern: `/api/rename/:id`. */
  path: string
  access: Access
  /** False only where a caller cannot have our token: webhooks. Bearer callers are never asked for it. */
  csrf?: boolean
  /** `stream`: the handler reads the raw body (octet-stream or multipart) itself. */
  bodyKind?: 'json' | 'stream'
  /** The query carries a list or a path: its URL may be as long as all headers together (16 KiB), instead of 4 KiB. */
  longUrl?: true
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Status code → body schema; `null` for an empty answer. Fields a schema does not name never leave the server. */
  response: { [status: number]: TSchema | null }
}

type StaticOr<T, Fallback> = T extends TSchema ? Static<T> : Fallback
export type ParamsOf<E extends EndpointSpec> = StaticOr<E['params'], Record<string, never>>
export type QueryOf<E extends EndpointSpec> = StaticOr<E['query'], Record<string, never>>
export type BodyOf<E extends EndpointSpec> = StaticOr<E['body'], undefined>
type ResponsesOf<E extends EndpointSpec> = E['response'][keyof E['response'] & number]
/** The union of an endpoint's success bodies. */
export type ResultOf<E extends EndpointSpec> =
  ResponsesOf<E> extends infer R ? (R extends TSchema ? Static<R> : undefined) : never

/** Describes one call once; the server (`serve`) and the browser (`client.call`) both take it from here. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec
