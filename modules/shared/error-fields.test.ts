import t from 'tap'
import { codeOf, ifMissing, statusOf } from './error-fields.ts'

t.test('the status and the code of an error; undefined for whatever else was thrown', async (t) => {
  t.equal(statusOf(Object.assign(new Error('gone'), { status: 410 })), 410)
  t.equal(codeOf(Object.assign(new Error('no file'), { code: 'ENOENT' })), 'ENOENT')
  for (const thrown of [new Error('other'), null, undefined, 'text', { status: '404', code: 23505 }]) {
    t.equal(statusOf(thrown), undefined)
    t.equal(codeOf(thrown), undefined)
  }
})

t.test('ifMissing: a 404 becomes null, and another error does not', async (t) => {
  const failing = (status: number) => Promise.reject(Object.assign(new Error('failed'), { status }))
  t.equal(await ifMissing(Promise.resolve('found')), 'found')
  t.equal(await ifMissing(failing(404)), null)
  await t.rejects(ifMissing(failing(503)), { message: 'failed' })
  await t.rejects(ifMissing(Promise.reject(new Error('lost'))), { message: 'lost' })
})
