import type { Access, EndpointSpec } from '../../modules/shared/contract.ts'

export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Set by sign-in; `__Host-sid` over HTTPS.' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie `XSRF-TOKEN`, which `GET /api/csrf` sets.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'A personal token; needs no CSRF token.' },
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

type Requirement = Partial<Record<keyof typeof securitySchemes, []>>

const callers: Record<Access, Requirement[]> = {
  public: [{}],
  webhook: [{}],
  installer: [{}],
  session: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }],
  link: [{ session: [] }, { bearer: [] }, { share: [] }, { uploader: [] }, {}],
  share: [{ share: [] }, {}],
  uploadRequest: [{ uploader: [] }, {}],
}

/** Alternative security requirements. Mutating calls require the CSRF token, except with a bearer token. */
export const securityOf = ({ access, method, csrf }: EndpointSpec): Requirement[] => {
  const needsCsrf = method !== 'GET' && csrf !== false
  return callers[access].map((requirement) =>
    needsCsrf && !requirement.bearer ? { ...requirement, csrf: [] } : requirement,
  )
}
