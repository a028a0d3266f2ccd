import t from 'tap'
import { createOnce } from './create-once.ts'

const failure = (status: number) => Object.assign(new Error(`status ${status}`), { status })
const lost = failure(504)
const pageSize = 50

const setUp = (existing = 1) => {
  let time = Date.UTC(2026, 0, 1)
  const entry = (id: string) => {
    time += 1
    return { id, attributes: { created_at: new Date(time).toISOString() } }
  }
  /** The newest is the first. */
  const stored = Array.from({ length: existing }, (_, at) => entry(`before ${at}`)).reverse()
  let isOffline = false
  let sent = 0
  const create = createOnce({
    list: async () => {
      if (isOffline) throw failure(0)
      return stored.slice(0, pageSize)
    },
    read: ({ id }) => id,
  })
  return {
    stored,
    setOffline: (on: boolean) => {
      isOffline = on
    },
    /** Creates `id`, unless it is null, and then fails, unless `error` is null. */
    submit: (id: string | null, error: Error | null, { goesOffline = false, input = 'same' } = {}) =>
      create(input, async () => {
        sent += 1
        if (id) stored.unshift(entry(id))
        isOffline = goesOffline
        if (error) throw error
        return id ?? ''
      }),
    sent: () => sent,
  }
}

const result = (created: string, { isEarlierInput = false } = {}) => ({ created, isEarlierInput })
const goesOffline = true

t.test('create once: a lost response is a success when the list has the new entry', async (t) => {
  const { submit } = setUp()
  t.strictSame(await submit('a', null), result('a'))
  t.strictSame(await submit('b', lost), result('b'))
  await t.rejects(submit(null, lost), lost)
  await t.rejects(submit('c', failure(422)), failure(422))
  t.strictSame(await submit('d', lost), result('d'), 'what others have created meanwhile is not it')
})

t.test('create once: nothing is sent again while the outcome is unknown', async (t) => {
  const { submit, setOffline, sent } = setUp()
  await t.rejects(submit('a', lost, { goesOffline }), lost)
  await t.rejects(submit('a', null), failure(0))
  t.equal(sent(), 1)
  setOffline(false)
  t.strictSame(await submit('a', null), result('a'))
  t.equal(sent(), 1)
  await t.rejects(submit(null, lost, { goesOffline }), lost)
  setOffline(false)
  t.strictSame(await submit('b', null), result('b'), 'it was not created, so that it is sent again')
  t.equal(sent(), 3)
})

t.test('create once: a result of an earlier input is marked as such', async (t) => {
  const { submit, setOffline, sent } = setUp(0)
  await t.rejects(submit('a', lost, { goesOffline, input: 'first' }), lost)
  await t.rejects(submit('b', null, { input: 'second' }), failure(0))
  setOffline(false)
  t.strictSame(await submit('b', null, { input: 'second' }), result('a', { isEarlierInput: true }))
  t.equal(sent(), 1)
  t.strictSame(await submit('b', null, { input: 'second' }), result('b'))
})

t.test('create once: an old entry that moves to the first page of the list is not new', async (t) => {
  const { stored, submit, setOffline } = setUp(pageSize + 1)
  await t.rejects(submit(null, lost, { goesOffline }), lost)
  setOffline(false)
  stored.splice(10, 1)
  t.strictSame(await submit('a', null), result('a'))
})
