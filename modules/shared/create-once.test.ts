import t from 'tap'
import { createOnce } from './create-once.ts'

const failure = (status: number) => Object.assign(new Error(`status ${status}`), { status })
const lost = failure(504)
const setUp = () => {
  const stored = [{ id: 'before' }]
  let isOffline = false
  let sent = 0
  const create = createOnce({
    list: async () => {
      if (isOffline) throw failure(0)
      return [...stored]
    },
    read: ({ id }) => id,
  })
  return {
    setOffline: (on: boolean) => {
      isOffline = on
    },
    /** Creates `id`, unless it is null, and then fails, unless `error` is null. */
    submit: (id: string | null, error: Error | null, goesOffline = false) =>
      create(async () => {
        sent += 1
        if (id) stored.unshift({ id })
        isOffline = goesOffline
        if (error) throw error
        return id ?? ''
      }),
    sent: () => sent,
  }
}

t.test('create once: a lost response is a success when what was to be created is there', async (t) => {
  const { submit } = setUp()
  t.equal(await submit('a', null), 'a')
  t.equal(await submit('b', lost), 'b')
  await t.rejects(submit(null, lost), lost)
  await t.rejects(submit('c', failure(422)), failure(422))
  t.equal(await submit('d', lost), 'd', 'what others have created meanwhile is not it')
})

t.test('create once: nothing is sent again while the outcome is unknown', async (t) => {
  const { submit, setOffline, sent } = setUp()
  await t.rejects(submit('a', lost, true), lost)
  await t.rejects(submit('a', null), failure(0))
  t.equal(sent(), 1)
  setOffline(false)
  t.equal(await submit('a', null), 'a')
  t.equal(sent(), 1)
  await t.rejects(submit(null, lost, true), lost)
  setOffline(false)
  t.equal(await submit('b', null), 'b', 'it was not created, so that it is sent again')
  t.equal(sent(), 3)
})
