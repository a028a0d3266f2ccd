import { requiredTokenScope } from '../../modules/platform/index.ts'
import type { Access, EndpointSpec } from '../../modules/shared/contract.ts'

export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Set by sign-in; `__Host-sid` over HTTPS.' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie `XSRF-TOKEN`, which `GET /api/csrf` sets.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal token; needs no CSRF token. Named with it: the scope it must have, and `admin`, of an administrator.',
  },
  share: {
    type: 'apiKey',
    in: 'cookie',
    name: 'share_{id}',
    description: 'Set when a protected link is unlocked; `{id}`: the first 8 characters of the link’s id.',
  },
  uploader: {
    type: 'apiKey',
    in: 'cookie',
    name: 'request_{id}',
    description: 'Names the browser of an uploader; `{id}`: the first 8 characters of the request’s id.',
  },
} as const

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>

/** Role of a caller, as OpenAPI 3.1 allows it in a requirement. */
const admin = 'admin'

const callers: Record<Access, Requirement[]> = {
  public: [{}],
  webhook: [{}],
  installer: [{}],
  session: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [admin] }, { bearer: [admin] }],
  link: [{ session: [] }, { bearer: [] }, { share: [] }, { uploader: [] }, {}],
  share: [{ share: [] }, {}],
  fileRequest: [{ uploader: [] }, {}],
}

/** Alternative security requirements. Mutating calls require the CSRF token, except with a bearer token. */
export const securityOf = (spec: EndpointSpec): Requirement[] => {
  const { access, method, csrf } = spec
  const scope = requiredTokenScope(spec)
  const needsCsrf = method !== 'GET' && csrf !== false
  const isForToken = access === 'public' && scope !== null
  return [...callers[access], ...(isForToken ? [{ bearer: [] }] : [])].map((requirement: Requirement) => {
    if (requirement.bearer) return { bearer: [...(scope ? [scope] : []), ...requirement.bearer] }
    return needsCsrf ? { ...requirement, csrf: [] } : requirement
  })
}
