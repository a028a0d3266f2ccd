import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import type { Db } from '../../index.ts'
import { Settings } from './settings.ts'

/** The database, where readings of the settings wait for `release` after they have read. */
const withHeldReadings = (db: Db) => {
  const held: (() => void)[] = []
  const builder = () => {
    const real = db.builder<{ settings: { name: string; value: string | null } }>()
    const selectFrom = () => ({
      selectAll: () => ({
        execute: async () => {
          const rows = await real.selectFrom('settings').selectAll().execute()
          await new Promise<void>((resolve) => held.push(resolve))
          return rows
        },
      }),
    })
    return { selectFrom, insertInto: real.insertInto.bind(real) }
  }
  const release = (at: number) => held[at]?.()
  const count = async (wanted: number) => {
    while (held.length < wanted) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { db: Object.assign(Object.create(db) as Db, { builder }), release, count }
}

t.test('a reading that began before a change is not the last word, whichever ends first', async (t) => {
  const { coffer } = await testApp(t)
  const { db, log, config, settings: real } = coffer.platform
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    await real.set({ app_title: 'Before' })
    const { db: slow, release, count } = withHeldReadings(db)
    const settings = new Settings({ db: slow, log, definitions: real.definitions, appKey: config.appKey })
    const before = settings.get('app_title')
    await count(1)
    await settings.set({ app_title: 'After' })
    const after = settings.get('app_title')
    await count(2)
    for (const at of order) {
      release(at)
      await (at === 0 ? before : after)
    }
    t.equal(await after, 'After')
    t.equal(await settings.get('app_title'), 'After', `readings end in the order ${order}`)
  }
})
