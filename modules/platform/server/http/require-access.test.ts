import fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { declarePublic, requireDeclaredAccess } from './require-access.ts'

const appWith = (routes: (app: FastifyInstance) => void) => {
  const app: FastifyInstance = fastify()
  requireDeclaredAccess(app)
  routes(app)
  return app
}

t.test('require-access: a route without declared access stops the start', async (t) => {
  const bare = appWith((app) => app.get('/bare', async () => 'x'))
  await t.rejects(async () => void (await bare.ready()), /\/bare declares no access/)
  const unchecked = appWith((app) => app.get('/admin', { config: { access: 'admin' } }, async () => 'x'))
  await t.rejects(
    async () => void (await unchecked.ready()),
    /\/admin is admin, which only serve\(\) and serveProtocol\(\) check/,
  )
  const late = appWith((app) => app.register(async (scope) => void scope.get('/inner', async () => 'x')))
  await t.rejects(async () => void (await late.ready()), /\/inner declares no access/)
})

t.test('require-access: routes with declared access work, including routes of plugins', async (t) => {
  const app = appWith((app) => {
    app.get('/open', { config: { access: 'public' } }, async () => 'x')
    app.register(async (scope) => {
      declarePublic(scope)
      scope.get('/inner', async () => 'y')
    })
  })
  await app.ready()
  t.equal((await app.inject('/inner')).body, 'y')
})
