import { sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { testDatabase } from '../../../../tests/support/database.ts'
import { type Teardown, testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { loadConfig } from '../config.ts'
import { AuditEntryEntity, type PlatformTables, SettingEntity } from '../entities/index.ts'
import { createPlatform } from '../platform.ts'
import { platformSettings } from '../settings/platform-settings.ts'
import type { RowOf } from './builder.ts'
import type { Executor } from './db.ts'
import { isConnectionLost, isTransientDatabaseError } from './lost-connection.ts'

const database = async (t: Teardown) => platformOver(t, (await testDatabase(t)).url)

const platformOver = async (t: Teardown, url: string) => {
  const config = loadConfig({ DATA_DIR: testFolder(t), LOG_LEVEL: 'silent', NODE_ENV: 'production' })
  const platform = await createPlatform({ config, databaseUrl: url, entities: [], settings: platformSettings })
  t.teardown(() => platform.close())
  return platform
}

const settingNames = async (executor: Executor) =>
  (await executor.query<{ name: string }>('select name from settings order by name')).map(({ name }) => name)

t.test('sessions: days are those of UTC, also in a database with another time zone', async (t) => {
  const { url } = await testDatabase(t)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`alter database "${new URL(url).pathname.slice(1)}" set timezone = 'Africa/Cairo'`)
  await owner.end()
  const { db } = await platformOver(t, url)
  // Clocks there skip the midnight of 24 April.
  const days = "generate_series('2026-04-23'::date, '2026-04-25'::date, '1 day') as d (day)"
  t.strictSame(await db.query(`select d.day::date::text as day from ${days}`), [
    { day: '2026-04-23' },
    { day: '2026-04-24' },
    { day: '2026-04-25' },
  ])
})

t.test('values: a time is stored to the millisecond, whatever the time zone of the process', async (t) => {
  const { db } = await database(t)
  const device = process.env.TZ
  t.teardown(() => {
    if (device === undefined) delete process.env.TZ
    else process.env.TZ = device
  })
  for (const zone of ['Africa/Monrovia', 'Asia/Kathmandu', 'America/St_Johns']) {
    process.env.TZ = zone
    for (const time of ['1970-01-01T00:00:00.001Z', '1901-01-01T00:00:00.000Z', '2026-07-01T00:00:00.999Z']) {
      const [row] = await db.query<{ at: Date }>('select $1::timestamptz as at', [new Date(time)])
      t.equal(row?.at.toISOString(), time, zone)
    }
  }
})

t.test('transaction: entities, builder and SQL see each other’s writes', async (t) => {
  const { db } = await database(t)
  await db.transaction(async (tx) => {
    await tx.query("insert into settings (name, value) values ('sql', '1')")
    await tx.builder<PlatformTables>().insertInto('settings').values({ name: 'builder', value: '2' }).execute()
    tx.em().create(SettingEntity, { name: 'entity', value: '3' })
    t.strictSame(
      (await tx.em().find(SettingEntity, {}, { orderBy: { name: 'asc' } })).map(({ name }) => name),
      ['builder', 'entity', 'sql'],
    )
    t.strictSame(await settingNames(tx), ['builder', 'entity', 'sql'])
    t.strictSame(await settingNames(db), [], 'other connections see none of it')
    t.equal(tx.em(), tx.em(), 'one identity map')
  })
  t.strictSame(await settingNames(db), ['builder', 'entity', 'sql'])
})

t.test('transaction: writes pending entities before the commit, and emits events after it', async (t) => {
  const { db, events } = await database(t)
  const seen = new Promise<string[]>((resolve) => events.on('users.registered', () => resolve(settingNames(db))))
  await db.transaction(async (tx) => {
    tx.emit('users.registered', { userId: 'a', emailProven: false })
    tx.em().create(SettingEntity, { name: 'kept', value: null })
  })
  t.strictSame(await seen, ['kept'])
})

t.test('transaction: an error rolls back the writes of entities, builder and SQL', async (t) => {
  const { db } = await database(t)
  let committed = false
  await t.rejects(
    db.transaction(async (tx) => {
      tx.afterCommit(() => {
        committed = true
      })
      await tx.query("insert into settings (name, value) values ('sql', '1')")
      await tx.builder<PlatformTables>().insertInto('settings').values({ name: 'builder', value: '2' }).execute()
      await tx.em().insert(SettingEntity, { name: 'entity', value: '3' })
      throw new Error('no')
    }),
    /no/,
  )
  t.strictSame(await settingNames(db), [])
  t.notOk(committed)
})

t.test('transaction: a failed statement of the entity manager rolls back even when its error is caught', async (t) => {
  const { db } = await database(t)
  await t.rejects(
    db.transaction(async (tx) => {
      await tx.em().insert(SettingEntity, { name: 'one', value: null })
      await tx
        .em()
        .insert(SettingEntity, { name: 'one', value: null })
        .catch(() => undefined)
    }),
    /rolled back/,
  )
  t.strictSame(await settingNames(db), [])
})

t.test('builder: returns values like SQL, with bigint as number and timestamptz as Date', async (t) => {
  const { db, audit } = await database(t)
  await audit({ actorId: null, action: 'platform.key.rotated', target: 'a', details: { n: 1 } })
  const [bySql] = await db.query<RowOf<PlatformTables['audit_log']>>('select * from audit_log')
  const built = await db.builder<PlatformTables>().selectFrom('audit_log').selectAll().executeTakeFirst()
  t.strictSame(built, bySql)
  t.type(built?.id, 'number')
  t.ok(built?.created_at instanceof Date)
  const entity = await db.em().findOneOrFail(AuditEntryEntity, { action: 'platform.key.rotated' })
  t.strictSame([entity.id, entity.createdAt, entity.details], [built?.id, built?.created_at, built?.details])
})

t.test('setStatementTimeout: applies to entities, builder and SQL', async (t) => {
  const { db } = await database(t)
  const slow: Record<string, (executor: Executor) => Promise<unknown>> = {
    sql: (executor) => executor.query('select pg_sleep(20)'),
    builder: (executor) => executor.builder<PlatformTables>().selectNoFrom(sql`pg_sleep(20)`.as('slept')).execute(),
    entities: (executor) => executor.em().execute('select pg_sleep(20)'),
  }
  for (const [name, run] of Object.entries(slow)) {
    const error = await db
      .transaction(async (tx) => {
        await tx.setStatementTimeout(30)
        await run(tx)
      })
      .catch((failed: unknown) => failed)
    t.match(error, { code: '57014' }, name)
    t.ok(isTransientDatabaseError(error), `${name} is transient`)
  }
})

t.test('lock: a second transaction waits for the end of the first; another name is another lock', async (t) => {
  const { db } = await database(t)
  const order: string[] = []
  const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = db.transaction(async (tx) => {
    await tx.lock('a')
    isLocked.resolve()
    await mayEnd.promise
    order.push('first')
  })
  await isLocked.promise
  const second = db.transaction(async (tx) => {
    await tx.lock('a')
    order.push('second')
  })
  await db.transaction((tx) => tx.lock('b'))
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await poll(async () => (await db.query(waiting)).length > 0)
  mayEnd.resolve()
  await Promise.all([first, second])
  t.strictSame(order, ['first', 'second'])
})

t.test('isConnectionLost: recognizes a lost connection of entities, builder and SQL', async (t) => {
  const { db } = await database(t)
  const end = 'select pg_terminate_backend(pg_backend_pid())'
  const lose: Record<string, (executor: Executor) => Promise<unknown>> = {
    sql: (executor) => executor.query(end),
    builder: (executor) =>
      executor
        .builder<PlatformTables>()
        .selectNoFrom(sql`pg_terminate_backend(pg_backend_pid())`.as('ended'))
        .execute(),
    entities: (executor) => executor.em().execute(end),
  }
  for (const [name, run] of Object.entries(lose)) {
    const within = await db.transaction((tx) => run(tx)).catch((failed: unknown) => failed)
    t.ok(isConnectionLost(within), `${name} within a transaction`)
    const alone = await run(db).catch((failed: unknown) => failed)
    t.ok(isConnectionLost(alone), `${name} without a transaction`)
  }
})

t.test('sslmode of the connection URL applies to every connection', async (t) => {
  const { url } = await testDatabase(t)
  const [config, secure] = [loadConfig({ DATA_DIR: testFolder(t), LOG_LEVEL: 'silent' }), new URL(url)]
  secure.searchParams.set('sslmode', 'require')
  const insecure = async () => {
    const options = { config, databaseUrl: secure.href, entities: [], settings: platformSettings }
    const { db } = await createPlatform(options)
    await db.query('select 1')
  }
  await t.rejects(insecure(), /does not support SSL/)
})
