import t from 'tap'
import { loadPart } from './load-part.ts'

/** Fails with these errors in turn, then comes. */
const failing = (...errors: string[]) => {
  const tries = { count: 0 }
  const load = async () => {
    const message = errors[tries.count++]
    if (message) throw new Error(message)
    return 'part'
  }
  return { tries, fetch: loadPart(load, 1) }
}
const offline = 'Failed to fetch dynamically imported module: /assets/part.js'
const bare = 'Unable to preload CSS for /assets/part.css'

t.test('what does not come is tried once more, and again with the next wish', async (t) => {
  const once = failing(offline)
  t.equal(await once.fetch(), 'part')
  t.equal(await once.fetch(), 'part')
  t.equal(once.tries.count, 2)
  const longer = failing(offline, offline)
  await t.rejects(longer.fetch(), { message: offline })
  t.equal(await longer.fetch(), 'part')
})

t.test('without its style sheet a part is never shown: nothing is tried again', async (t) => {
  const { tries, fetch } = failing(bare)
  await t.rejects(fetch(), { message: bare })
  await t.rejects(fetch(), { message: bare })
  t.equal(tries.count, 1)
  const later = failing(offline, bare)
  await t.rejects(later.fetch(), { message: bare })
  await t.rejects(later.fetch(), { message: bare })
  t.equal(later.tries.count, 2)
})
