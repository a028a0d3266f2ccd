import t from 'tap'
import { codeOf, statusOf } from './error-fields.ts'

t.test('the status and the code of an error; undefined for whatever else was thrown', async (t) => {
  t.equal(statusOf(Object.assign(new Error('gone'), { status: 410 })), 410)
  t.equal(codeOf(Object.assign(new Error('no file'), { code: 'ENOENT' })), 'ENOENT')
  for (const thrown of [new Error('other'), null, undefined, 'text', { status: '404', code: 23505 }]) {
    t.equal(statusOf(thrown), undefined)
    t.equal(codeOf(thrown), undefined)
  }
})
