import type { Content } from './content.ts'
import type { Static, TSchema } from './schema.ts'

/**
 * Who may call an endpoint. The server does not start when a route does not declare it.
 * `link`: signed in, or with a token in the URL that the module in charge accepts.
 */
export type Access = 'public' | 'session' | 'admin' | 'link' | 'share' | 'fileRequest' | 'installer' | 'webhook'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Error codes by module. Each module adds its table's codes: `declare module '…/shared/endpoint.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface ErrorCodes {}
/** `module.code`; the wire has the code alone. */
export type ErrorCode = {
  [Module in keyof ErrorCodes]: `${Module}.${ErrorCodes[Module] & string}`
}[keyof ErrorCodes]
/** The code alone, as a response carries it: a comparison with a literal compiles only while the code exists. */
export type ResponseCode = { [Module in keyof ErrorCodes]: ErrorCodes[Module] & string }[keyof ErrorCodes]

/** The raw body of a `stream` endpoint, which its handler reads. */
interface StreamBody {
  /** In the query of an octet stream; in the form, before the file, of a multipart body. All arrive as text. */
  fields?: TSchema
  /** The whole body is the content. */
  octetStream?: true
  /** Name of the part of a multipart body that holds the content. Missing: multipart is not accepted. */
  part?: string
}

export interface EndpointSpec {
  method: Method
  /** Fastify pattern: `/api/rename/:id`. */
  path: string
  /** A few words for the API document, which begin with a verb. */
  summary: string
  access: Access
  /**
   * Scope that a personal token needs. Default: `read` for GET, or none where the access is `public`; `write` for all other
   * methods. `read`: for another method that only reads, because its list does not fit into a URL. `none`: any token may
   * call it.
   */
  scope?: 'read' | 'account' | 'none'
  /**
   * False only for callers that cannot have our token in a header: webhooks, plain forms, pages in a frame of another site.
   * Bearer callers never need one.
   */
  csrf?: boolean
  /** True: also available before the installation (all others: 503 `not-installed`). */
  beforeSetup?: true
  /** A GET that changes something: browsers may send it by fetch from the installation's own pages only. */
  changesByGet?: true
  /**
   * `json`: as a multipart form too, with the texts of its fields (D15). `form`: a form without a script can send it as well.
   * `stream`: the handler reads the raw body itself.
   */
  bodyKind?: 'json' | 'form' | 'stream'
  streamBody?: StreamBody
  /** Bytes of the one file that a multipart form of this JSON or form endpoint may have: `request.formFile`. Without it, a file is a 422. */
  formFileBytes?: number
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /**
   * Status code → body schema, `null` for an empty body, or `Content` for a body that is not JSON. Fields a schema does not
   * name never leave the server.
   */
  response: { [status: number]: TSchema | Content | null }
  /** Media type in which callers may get the JSON of a success instead; the handler sends it itself. */
  alsoAs?: string
  /** Error codes of this endpoint, besides the codes of every endpoint of its kind (`commonErrors` in platform). */
  errors: readonly ErrorCode[]
  /** Errors below 500 are one sentence of plain text: people open this URL. */
  plainErrors?: true
  /** Errors below 500 show the page with the form again. Where the server has no pages, they are JSON. */
  pageErrors?: true
  /** While the database is unavailable, browsers get a page that sends the form again, as with `pageErrors`. */
  resendable?: true
}

type StaticOr<T, Fallback> = T extends TSchema ? Static<T> : Fallback
export type ParamsOf<E extends EndpointSpec> = StaticOr<E['params'], Record<string, never>>
export type QueryOf<E extends EndpointSpec> = StaticOr<E['query'], Record<string, never>>
export type BodyOf<E extends EndpointSpec> = StaticOr<E['body'], undefined>
type ResponsesOf<E extends EndpointSpec> = E['response'][keyof E['response'] & number]
/** The union of an endpoint's success bodies. */
export type ResultOf<E extends EndpointSpec> =
  ResponsesOf<E> extends infer R
    ? R extends Content | null
      ? undefined
      : R extends TSchema
        ? Static<R>
        : undefined
    : never

/** Describes one call once, for the server (`serve`) and the browser (`client.call`). */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec

/** The same call at another path or by another method, which the contract names too. Its type keeps the original's path. */
export const alias = <const E extends EndpointSpec>(
  spec: E,
  own: Pick<Partial<EndpointSpec>, 'path' | 'method' | 'summary' | 'changesByGet'>,
): E => ({ ...spec, ...own })
