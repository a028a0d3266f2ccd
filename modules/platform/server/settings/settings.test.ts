import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import type { Db, Platform } from '../../index.ts'
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

const { db, log, config, settings: real } = (await testApp(t)).coffer.platform

t.test('a reading that began before a change is not the last word, whichever ends first', async (t) => {
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

t.test('a stored value that is valid no more is logged once, and how it is used', async (t) => {
  const logged: string[] = []
  const write = (level: string) => (about: { setting?: string }, text: string) =>
    logged.push(`${level}: ${about.setting}: ${text}`)
  const collecting = { ...log, warn: write('warn'), error: write('error') } as unknown as Platform['log']
  await db.query(
    `insert into settings (name, value) values ('billing_country', 'Freedonia'), ('allowed_payments', 'perhaps')
     on conflict (name) do update set value = excluded.value`,
  )
  const settings = new Settings({ db, log: collecting, definitions: real.definitions, appKey: config.appKey })
  for (let round = 0; round < 2; round++) {
    t.equal(await settings.get('billing_country'), 'Freedonia')
    t.equal(await settings.get('allowed_payments'), false)
    settings.invalidate()
  }
  t.same(logged.sort(), [
    'error: allowed_payments: stored setting is invalid, its default is used',
    'warn: billing_country: stored setting is invalid, its valid part is used',
  ])
})

t.test('transactions that have all connections use the present values instead of waiting for each other', async (t) => {
  await real.set({ app_title: 'Present' })
  const settings = new Settings({ db, log, definitions: real.definitions, appKey: config.appKey })
  t.equal(await settings.get('app_title'), 'Present')
  // They are read again after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const connections = 16
  let begun = 0
  const titles = Array.from({ length: connections }, () =>
    db.transaction(async () => {
      begun += 1
      await poll(async () => begun === connections)
      return settings.get('app_title')
    }),
  )
  t.same(new Set(await Promise.all(titles)), new Set(['Present']))
})
