import t from 'tap'
import type { Translate } from '../../shared/contract.ts'
import { CallError, call } from './call.ts'
import { errorText, errorToast } from './error-text.ts'

const keys = ((key: string, values?: { reference?: string }) => values?.reference ?? key) as Translate
const read = { method: 'GET', path: '/api/x', access: 'public', summary: '', response: { 200: null }, errors: [] }

t.test('errorText: a response without a message and a missing one have a text, never a number', async (t) => {
  const textOf = async (fetch: () => Promise<Response>) => {
    t.intercept(globalThis, 'fetch', { configurable: true, value: fetch })
    const error: unknown = await call(read as never).catch((error: unknown) => error)
    return errorText(error, keys)
  }
  const response = (status: number, type: string, body: string) => async () =>
    new Response(body, { status, headers: { 'content-type': type } })
  t.equal(await textOf(response(502, 'text/html', '<h1>Bad Gateway</h1>')), 'web:error.broken.title')
  t.equal(await textOf(response(429, 'application/json', '{"code":"x"}')), 'web:error.broken.title')
  t.equal(await textOf(response(422, 'application/json', '{"message":"Too long"}')), 'Too long')
  t.equal(await textOf(() => Promise.reject(new TypeError('Failed to fetch'))), 'web:error.offline')
  t.equal(errorText(new CallError(0, { code: 'broken', message: 'A text' }), keys), 'A text')
  t.equal(errorText(new Error('in a chunk'), keys), 'web:error.broken.title')
})

t.test(
  'errorText: a failure of the server names its reference, which the toast copies; what a person can mend has none',
  async (t) => {
    const copied: string[] = []
    t.intercept(globalThis, 'navigator', {
      configurable: true,
      value: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
    })
    const errorOf = async (status: number) => {
      const headers = { 'content-type': 'application/json', 'x-request-id': '3f2a91bc-5d1e-4c6b-9a55-0c8f7a1d2e34' }
      const response = async () => new Response('{"message":"Oh."}', { status, headers })
      t.intercept(globalThis, 'fetch', { configurable: true, value: response })
      return call(read as never).catch((error: unknown) => error)
    }
    const failed = await errorOf(500)
    t.equal(errorText(failed, keys), '3f2a91bc')
    errorToast(failed, keys).action?.onAct()
    t.same(copied, ['3f2a91bc'])
    for (const status of [404, 422, 501]) {
      const expected = await errorOf(status)
      t.equal(errorText(expected, keys), 'Oh.', String(status))
      t.equal(errorToast(expected, keys).action, undefined)
    }
  },
)
