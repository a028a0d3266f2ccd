import t from 'tap'
import { createAutosave, SaveCancelled } from './autosave.store.ts'

t.test('autosave: sends the last values together, one call at a time', async (t) => {
  const sent: Record<string, string>[] = []
  const autosave = createAutosave({ save: async (values) => void sent.push({ ...values }), delayMs: 5 })
  autosave.set('city', 'U')
  autosave.set('city', 'Ulm')
  autosave.set('state', 'BW')
  t.strictSame(sent, [], 'waits for a pause')
  await autosave.flush()
  t.strictSame(sent, [{ city: 'Ulm', state: 'BW' }])
  t.equal(autosave.state.status, 'saved')
  t.type(autosave.state.savedAt, 'number')
})

t.test('autosave: a rejected value is shown at its field, and the others are saved', async (t) => {
  const sent: Record<string, string>[] = []
  const save = async (values: Record<string, string>) => {
    if (values.country === 'xx') throw { status: 422, errors: { country: ['Not a country'] } }
    sent.push({ ...values })
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('country', 'xx')
  autosave.set('city', 'Ulm')
  await autosave.flush()
  t.strictSame(sent, [{ city: 'Ulm' }])
  t.strictSame({ ...autosave.state.errors }, { country: 'Not a country' })
  autosave.set('country', 'DE')
  t.strictSame({ ...autosave.state.errors }, {}, 'a new value clears the error')
  await autosave.flush()
  t.strictSame(sent.at(-1), { country: 'DE' })
})

t.test('autosave: after a failure the values stay, and a retry sends the latest', async (t) => {
  let online = false
  const sent: Record<string, string>[] = []
  const save = async (values: Record<string, string>) => {
    if (!online) throw { status: 0 }
    sent.push({ ...values })
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('city', 'Ulm')
  autosave.set('address', 'Am See 1')
  await autosave.flush()
  t.equal(autosave.state.status, 'failed')
  online = true
  autosave.set('city', 'Bonn')
  await autosave.retry()
  t.strictSame(sent, [{ city: 'Bonn', address: 'Am See 1' }])
  t.equal(autosave.state.status, 'saved')
})

t.test(
  'autosave: a field hears that its value is saved, also by a retry, and not of a rejected or older one',
  async (t) => {
    let answer: { status: number; errors?: Record<string, string[]> } | null = { status: 0 }
    const save = async () => {
      if (answer) throw answer
    }
    const heard: string[] = []
    const autosave = createAutosave({ save, delayMs: 5 })
    autosave.set('secret', 'old', () => heard.push('old'))
    await autosave.flush()
    autosave.set('secret', 'new', () => heard.push('new'))
    await autosave.flush()
    t.strictSame(heard, [], 'not after a failure')
    answer = { status: 422, errors: { secret: ['Too long'] } }
    await autosave.retry()
    t.strictSame(heard, [], 'not after a rejection')
    answer = null
    autosave.set('secret', 'short', () => heard.push('short'))
    autosave.set('city', 'Ulm')
    await autosave.flush()
    t.strictSame(heard, ['short'])
    autosave.set('secret', 'other')
    await autosave.flush()
    t.strictSame(heard, ['short'])
  },
)

t.test('autosave: a page that is left sends what is not saved beside the call that is running', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent: Record<string, string>[] = []
  const save = (values: Record<string, string>) => {
    sent.push({ ...values })
    return promise
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('city', 'Ulm')
  const saved = autosave.flush()
  autosave.set('address', 'Am See 1')
  autosave.leave()
  t.strictSame(sent, [{ city: 'Ulm' }, { address: 'Am See 1' }])
  autosave.leave()
  resolve()
  await saved
  t.equal(sent.length, 2, 'once')
})

t.test('autosave: what was cancelled is sent by a retry only, and not with the next change', async (t) => {
  let isCancelled = true
  const sent: object[] = []
  const save = async (values: object) => {
    if (isCancelled) throw new SaveCancelled('no password')
    sent.push(values)
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('secret', '')
  await autosave.flush()
  t.equal(autosave.state.status, 'failed')
  isCancelled = false
  autosave.set('color', 'red')
  await autosave.flush()
  t.strictSame(sent, [{ color: 'red' }])
  t.equal(autosave.state.status, 'failed', 'the secret is still not saved')
  await autosave.retry()
  t.strictSame(sent, [{ color: 'red' }, { secret: '' }])
  t.equal(autosave.state.status, 'saved')
})

t.test('autosave: a retry does not send again what was saved beside what was cancelled', async (t) => {
  const sent: object[] = []
  const save = async (values: object) => {
    sent.push(values)
    if (sent.length === 1) throw new SaveCancelled('changed elsewhere', new Set(['content']))
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('title', 'Terms')
  autosave.set('content', 'Mine')
  await autosave.flush()
  await autosave.retry()
  t.strictSame(sent, [{ title: 'Terms', content: 'Mine' }, { content: 'Mine' }])
})

t.test('autosave: what is discarded is never sent, also where its call fails afterwards', async (t) => {
  const { promise: answered, reject: fail } = Promise.withResolvers<void>()
  const sent: Record<string, string>[] = []
  const save = (values: Record<string, string>) => {
    sent.push({ ...values })
    return answered
  }
  const autosave = createAutosave({ save, delayMs: 5 })
  autosave.set('city', 'Ulm')
  const first = autosave.flush()
  autosave.set('state', 'BW')
  autosave.discard()
  fail({ status: 0 })
  await first
  await autosave.flush()
  t.strictSame(sent, [{ city: 'Ulm' }])
  t.equal(autosave.state.status, 'idle')
})
