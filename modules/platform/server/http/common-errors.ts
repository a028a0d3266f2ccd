import type { FastifyInstance } from 'fastify'
import type { Access, EndpointSpec, ErrorCode, TSchema } from '../../../shared/contract.ts'
import { requiredTokenScope } from './token-scope.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Codes with which modules reject requests of an access kind before the handler runs. */
    accessErrors: Map<Access, ErrorCode[]>
  }
}

/** Declares codes with which a module rejects requests on every endpoint of an access kind, such as an expired share link. */
export const accessErrors = (app: FastifyInstance, access: Access, codes: readonly ErrorCode[]): void => {
  app.accessErrors.set(access, [...(app.accessErrors.get(access) ?? []), ...codes])
}

const always: ErrorCode[] = [
  'platform.invalid-request',
  'platform.unknown-host',
  'platform.uri-too-long',
  'platform.unsupported-media-type',
  'platform.unavailable',
  'platform.internal',
]

const hasPages = (query: TSchema | undefined): boolean =>
  'page' in ((query as { properties?: object } | undefined)?.properties ?? {})

/** Codes that follow from an endpoint's method, path, access and schemas. */
const commonErrors = (spec: EndpointSpec) => {
  const { method, path, access, csrf, params, query, body, bodyKind, beforeSetup, changesByGet } = spec
  const mutates = method !== 'GET'
  const groups: [boolean, ErrorCode[]][] = [
    [true, always],
    [!beforeSetup && access !== 'installer', ['platform.not-installed']],
    [path.startsWith('/api/') && path !== '/api/ping', ['platform.too-many-attempts']],
    [['session', 'admin', 'link'].includes(access), ['platform.unauthenticated']],
    [requiredTokenScope(spec) !== null, ['platform.scope-missing']],
    [access === 'admin', ['platform.forbidden']],
    [mutates && csrf !== false, ['platform.csrf-mismatch', 'platform.cross-site', 'platform.unauthenticated']],
    [changesByGet === true, ['platform.cross-site']],
    [mutates && bodyKind !== 'stream', ['platform.too-large']],
    [params !== undefined, ['platform.not-found']],
    [query !== undefined || body !== undefined, ['platform.validation-failed']],
    [hasPages(query), ['platform.invalid-page', 'platform.too-many-for-one-page']],
  ]
  return groups.flatMap(([holds, codes]) => (holds ? codes : []))
}

/** All error codes of an endpoint: of the endpoint itself, of its access kind, and the common ones. */
export const errorsOf = (app: Pick<FastifyInstance, 'accessErrors'>, spec: EndpointSpec): ErrorCode[] => [
  ...new Set([...spec.errors, ...(app.accessErrors.get(spec.access) ?? []), ...commonErrors(spec)]),
]
