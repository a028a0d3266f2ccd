import { content, endpoint } from '../../shared/contract.ts'

/** One call of the HTTP API, in lists. */
export interface ApiCallName {
  /** Operation id of the OpenAPI document. */
  id: string
  method: string
  path: string
  summary: string
}

/** One call of the HTTP API, in brief. */
export interface ApiCall extends ApiCallName {
  /** Who may call it (`Access`). */
  access: string
  /** The scope that a personal token needs; null where it needs none or tokens are not accepted. */
  scope: string | null
  /** Fields of query and body. */
  fields: { name: string; required: boolean }[]
  /** Statuses of its responses that are no errors. */
  statuses: number[]
  /** Codes of its errors. */
  errors: string[]
  /** Examples of the document, as JSON; null without. */
  request: string | null
  answer: string | null
}

/** Calls of a module. */
export interface ApiGroup<Call extends ApiCallName> {
  id: string
  text: string
  calls: Call[]
}

/** Every call, by module. */
export interface ApiReference {
  groups: ApiGroup<ApiCall>[]
}

export const showOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Read this document: every call in OpenAPI 3.1',
  access: 'public',
  response: { 200: content('application/json') },
  errors: ['platform.not-found'],
})
