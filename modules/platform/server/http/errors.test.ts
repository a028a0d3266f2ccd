import t from 'tap'
import { testStorage } from '../../../../tests/support/storage.ts'
import { endpoint, object, string } from '../../../shared/contract.ts'
import { createHttp } from './app.ts'
import { serve } from './serve.ts'

const readValue = endpoint({
  method: 'GET',
  path: '/api/read-value',
  summary: 'Read a value as a type',
  access: 'public',
  query: object({ value: string(), type: string() }),
  response: { 200: object({}) },
  errors: [],
})

t.test('a value that the database cannot hold is an error of the request, not of the server', async (t) => {
  const { platform } = await testStorage(t)
  const app = await createHttp(platform)
  t.teardown(() => app.close())
  app.setAuthenticator(async () => null)
  serve(app, readValue, async ({ query }) => {
    await platform.db.query(`select $1::text::${query.type}`, [query.value])
    return {}
  })
  const read = async (type: string, value: string) => {
    const response = await app.inject({ url: '/api/read-value', query: { type, value } })
    return { status: response.statusCode, body: response.json() }
  }
  t.equal((await read('int', '2')).status, 200)
  const values: [type: string, value: string][] = [
    ['timestamptz', '999999-01-01'],
    ['date', '2026-13-40'],
    ['int', '99999999999'],
    ['bigint', 'x'],
    ['uuid', 'x'],
    ['jsonb', '"\\u0000"'],
    ['text', '\0'],
  ]
  for (const [type, value] of values)
    t.match(await read(type, value), { status: 400, body: { code: 'invalid-request' } }, `${type} ${value}`)
  t.match(await read('int / 0', '1'), { status: 500, body: { code: 'internal' } }, 'a mistake of the server')
  const response = await app.inject({ url: '/api/read-value', query: { type: 'int / 0', value: '1' } })
  const reference = String(response.headers['x-request-id']).slice(0, 8)
  t.match(reference, /^[0-9a-f]{8}$/)
  t.match(response.json(), { reference, message: `Something went wrong. Try again. (reference: ${reference})` })
  t.notOk('reference' in (await read('int', 'x')).body, 'only where the log has the reason')
})
