import t from 'tap'
import { createAutosave } from './autosave.store.ts'

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
