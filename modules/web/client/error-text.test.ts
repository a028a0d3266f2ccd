import t from 'tap'
import type { Translate } from '../../shared/contract.ts'
import { CallError, call } from './call.ts'
import { errorText } from './error-text.ts'
import { errorToast } from './error-toast.ts'

const keys = ((key: string) => key) as Translate
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

t.test('errorToast: copies the reference of a failure; what a person can mend has none', async (t) => {
  const copied: string[] = []
  t.intercept(globalThis, 'navigator', {
    configurable: true,
    value: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
  })
  const failed = new CallError(500, { message: 'Oh. (reference: 3f2a91bc)', reference: '3f2a91bc' })
  const toast = errorToast(failed, keys)
  t.equal(toast.text, 'Oh. (reference: 3f2a91bc)')
  toast.action?.onAct()
  t.same(copied, ['3f2a91bc'])
  t.intercept(globalThis, 'navigator', {
    configurable: true,
    value: { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } },
  })
  const unhandled = t.capture(process, 'emit', () => true)
  errorToast(failed, keys).action?.onAct()
  await new Promise((resolve) => setTimeout(resolve))
  t.same(
    unhandled().filter(({ args }) => String(args[0]) === 'unhandledRejection'),
    [],
    'the browser may reject it',
  )
  t.equal(errorToast(failed, keys, 'Another text').text, 'Another text')
  t.equal(errorToast(new CallError(404, { message: 'Gone.' }), keys).action, undefined)
})
