import type { FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import { ping, showLiveness } from '../../modules/platform/contract.ts'
import { createHttp, platformErrors, serve } from '../../modules/platform/index.ts'
import { uploadState } from '../../modules/storage/contract.ts'
import { watchContract } from './contract-watch.ts'
import { testStorage } from './storage.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** The contract error of the response to `url`. */
const verdictOn = async (t: Test, url: string, answer: (reply: FastifyReply) => unknown): Promise<string> => {
  const { platform } = await testStorage(t)
  const app = await createHttp(platform)
  t.teardown(() => app.close())
  const principal = { userId: id, role: 'user', sessionId: null, tokenId: 'test', scopes: null, locale: null } as const
  app.setAuthenticator(async () => principal)
  for (const spec of [ping, showLiveness, uploadState])
    serve(app, spec, async (_call, _request, reply) => answer(reply) as never)
  const violations = new Set<string>()
  watchContract(app, violations)
  await app.inject(url)
  return [...violations].join('\n')
}

t.test('a response that its endpoint does not declare fails the test that caused it', async (t) => {
  const state = (given: string) => () => ({
    data: { id: given, type: 'upload', attributes: { offset: 0, finished: false, expires_at: '2026-11-23T00:00:00Z' } },
  })
  const upload = `/api/upload/chunks/${id}`
  t.equal(await verdictOn(t, '/health/live', () => ({ status: 'ok' })), '')
  t.equal(await verdictOn(t, upload, state(id)), '')
  t.equal(await verdictOn(t, '/api/ping', (reply) => reply.type('text/plain').send('pong')), '')

  const forbid = () => {
    throw platformErrors.fail('forbidden')
  }
  t.match(await verdictOn(t, '/health/live', forbid), /GET \/health\/live: 403 forbidden is not declared/)
  t.match(await verdictOn(t, upload, state('x')), /200 has another body: .*id must match pattern/)
  t.match(await verdictOn(t, '/api/ping', (reply) => reply.type('text/html').send('<p>')), /200 as text\/html/)
  t.match(await verdictOn(t, '/api/ping', (reply) => reply.status(204).send()), /204 is not declared/)
})
