import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import t from 'tap'
import { type Access, endpoint, object } from '../../../shared/contract.ts'
import { type AppError, platformErrors } from '../errors.ts'
import type { Principal } from './principal.ts'
import { serve } from './serve.ts'

const callers = {
  anonymous: null,
  user: { userId: 'u', role: 'user', sessionId: 's', tokenId: null, scopes: null, locale: null },
  admin: { userId: 'a', role: 'admin', sessionId: 's', tokenId: null, scopes: null, locale: null },
  'user with a token': {
    userId: 'u',
    role: 'user',
    sessionId: null,
    tokenId: 't',
    scopes: ['read', 'write', 'account'],
    locale: null,
  },
} satisfies Record<string, Principal | null>
type Caller = keyof typeof callers

type Row = Record<Caller, number>
/** `serve` lets all callers pass: the responsible module checks the link, file request, signature or setup token itself. */
const everybody: Row = { anonymous: 200, user: 200, admin: 200, 'user with a token': 200 }

/** One row per access kind: a missing one does not compile. */
const table: Record<Access, Row> = {
  public: everybody,
  session: { ...everybody, anonymous: 401 },
  admin: { anonymous: 401, user: 403, admin: 200, 'user with a token': 403 },
  link: everybody,
  share: everybody,
  fileRequest: everybody,
  installer: everybody,
  webhook: everybody,
}

const appWithCsrf = async ({ hasToken }: { hasToken: boolean }) => {
  const app: FastifyInstance = fastify()
  let caller: Caller = 'anonymous'
  app.decorate('served', new Map())
  app.decorate('servedByPath', new Map())
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request: FastifyRequest) => {
    request.principal = callers[caller]
  })
  app.decorateRequest('checkCsrf', () => {
    if (!hasToken) throw platformErrors.fail('csrf-mismatch')
  })
  app.setErrorHandler((error: AppError, _request, reply) => reply.status(error.status).send())
  for (const access of Object.keys(table) as Access[])
    for (const method of ['GET', 'POST'] as const)
      serve(
        app,
        endpoint({ summary: 'test', errors: [], method, path: `/${access}`, access, response: { 200: object({}) } }),
        async () => ({}),
      )
  await app.ready()
  return async (method: 'GET' | 'POST', access: string, by: Caller, account?: string) => {
    caller = by
    const headers = account === undefined ? {} : { 'x-account-id': account }
    return (await app.inject({ method, url: `/${access}`, headers })).statusCode
  }
}

for (const [access, row] of Object.entries(table))
  t.test(`access "${access}": status by caller`, async (t) => {
    const [withToken, withoutToken] = [await appWithCsrf({ hasToken: true }), await appWithCsrf({ hasToken: false })]
    for (const [caller, status] of Object.entries(row) as [Caller, number][]) {
      t.equal(await withToken('GET', access, caller), status, `${caller} reads`)
      t.equal(await withToken('POST', access, caller), status, `${caller} writes`)
      t.equal(await withoutToken('GET', access, caller), status, `${caller} reads without a CSRF token`)
      const expected =
        status === 200 && !callers[caller]?.tokenId ? platformErrors.fail('csrf-mismatch').status : status
      t.equal(await withoutToken('POST', access, caller), expected, `${caller} writes without a CSRF token`)
    }
  })

t.test(
  'a page of another account: 401 for calls that need a session, and for every change except by a link',
  async (t) => {
    const send = await appWithCsrf({ hasToken: true })
    for (const access of ['share', 'fileRequest']) t.equal(await send('POST', access, 'user', 'another'), 200, access)
    for (const access of ['session', 'public', 'link']) {
      t.equal(await send('POST', access, 'user', 'u'), 200, `${access}: its own account`)
      t.equal(await send('POST', access, 'user', 'another'), 401, `${access}: changes`)
      t.equal(await send('GET', access, 'user', 'another'), access === 'session' ? 401 : 200, `${access}: reads`)
    }
    t.equal(await send('POST', 'admin', 'admin', 'another'), 401)
    t.equal(await send('POST', 'public', 'anonymous', 'u'), 200, 'public calls work without a session')
  },
)
