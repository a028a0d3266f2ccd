import type { EndpointSpec, ErrorBody, Static, TSchema } from '../../../shared/contract.ts'
import { type HttpResponse, noResponse } from './transport.ts'

/** An error, or no response at all (`status` 0). */
export interface ErrorResponse {
  ok: false
  status: number
  /** Unchecked, because a proxy may have sent it. `expected_offset`: of a 409 `offset-conflict`. */
  body: { [Field in keyof Static<typeof ErrorBody> | 'expected_offset']?: unknown }
  retryAfter: number | null
}

type BodySchemas<E extends EndpointSpec> = E['response']
type SuccessStatus<E extends EndpointSpec> = keyof BodySchemas<E> & number
type SuccessBody<E extends EndpointSpec, Status extends SuccessStatus<E>> = BodySchemas<E>[Status] extends TSchema
  ? Static<BodySchemas<E>[Status]>
  : Record<string, never>

/** A successful response of an endpoint; its status tells its body. */
type SuccessResponse<E extends EndpointSpec> = {
  [Status in SuccessStatus<E>]: {
    ok: true
    status: Status
    body: SuccessBody<E, Status>
    retryAfter: number | null
  }
}[SuccessStatus<E>]

/** The response of an endpoint: `ok` and `status` tell its body. */
export type ResponseOf<E extends EndpointSpec> = SuccessResponse<E> | ErrorResponse

/** The response of a resource that has one successful body. */
export type ReadResponse<Body> = { ok: true; status: number; body: Body; retryAfter: number | null } | ErrorResponse

const isOk = ({ status }: HttpResponse) => status >= 200 && status < 300

/** The response; a success without `field`, which its body has, is none: a portal or proxy answered in place of the server. */
const trusted = (response: HttpResponse, field: string | undefined) => {
  const answer = field && isOk(response) && !(field in response.body) ? noResponse : response
  return { ...answer, ok: isOk(answer) }
}

/** Types a response by its body, which has `field`. */
export const readResponseOf = <Body>(response: HttpResponse, field: keyof Body & string): ReadResponse<Body> =>
  trusted(response, field) as ReadResponse<Body>

/** Types a response by the endpoint that was called, whose contract the server keeps. `field`: one that a success has. */
export const responseOf = <E extends EndpointSpec>(response: HttpResponse, field?: string): ResponseOf<E> =>
  trusted(response, field) as ResponseOf<E>
