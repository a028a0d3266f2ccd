import t from 'tap'
import { isTransient } from './lost-response.ts'

t.test('errors of calls: which may pass', async (t) => {
  for (const status of [0, 408, 429, 500, 502, 503]) t.ok(isTransient({ status }), String(status))
  for (const error of [{ status: 401 }, { status: 404 }, { status: 422 }, new Error('of the code'), null, 'text'])
    t.notOk(isTransient(error), JSON.stringify(error))
})
