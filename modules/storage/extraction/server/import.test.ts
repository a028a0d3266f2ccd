import t from 'tap'
import { testExtractions } from '../../../../tests/support/extractions.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import { type BuiltEntry, buildZip } from '../../../../tests/support/zip-builder.ts'
import type { Scope } from '../../tree/index.ts'
import type { ImportCall } from '../index.ts'

const test = await testExtractions(t)
const { db, archive, ended, atRoot, usage } = test
/** Items of its rows, by name, that the importer of a module above storage sees. */
const seen: (string | null)[] = []
test.storage.provideImport('probe', async ({ rows, itemOf }: ImportCall) => {
  for await (const row of rows('things')) seen.push((await itemOf((row as { id: unknown } | null)?.id))?.name ?? null)
})

const manifest = { format: 'coffer-export', version: 1, exported_at: '2026-01-01T00:00:00.000Z', files: ['items.json'] }
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const listOf = (rows: readonly unknown[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
const json = (name: string, value: unknown): BuiltEntry => ({ name, content: JSON.stringify(value) })

interface Export {
  items?: readonly unknown[] | string
  entries?: readonly BuiltEntry[]
  manifest?: unknown
}
const exportOf = (given: Export) => {
  const items = given.items ?? []
  return buildZip([
    json('manifest.json', given.manifest ?? manifest),
    { name: 'items.json', content: typeof items === 'string' ? items : listOf(items), method: 8 },
    ...(given.entries ?? []),
  ])
}
const begin = (who: Scope, item_id: string) => test.call(who, 'POST', '/api/import', { item_id })
const imported = async (who: Scope, bytes: Buffer, name?: string) => {
  const { status, body } = await begin(who, await archive(who, bytes, name))
  if (status !== 202) throw new Error(`import: ${status} ${body.code}`)
  return ended(who, body.data.id)
}
const codeOf = async (who: Scope, bytes: Buffer) => {
  const { status, body } = await begin(who, await archive(who, bytes))
  return [status, body.code]
}
/** Active items of an account by their paths. */
const paths = async ({ ownerId }: Scope): Promise<string[]> =>
  (
    await db.query<{ path: string }>(
      `with recursive tree as (
         select id, name::text as path from items where owner_id = $1 and parent_id is null and trashed_at is null
         union all
         select i.id, tree.path || '/' || i.name from tree join items i on i.parent_id = tree.id where i.trashed_at is null
       ) select path from tree where path not like 'archive%.zip' order by path collate "C"`,
      [ownerId],
    )
  ).map(({ path }) => path)

t.test('only exports of this version and earlier ones are imported, from files of the account', async (t) => {
  const [me, other] = [await test.person(), await test.person()]
  t.same(await codeOf(me, buildZip([{ name: 'a.txt', content: 'a' }])), [422, 'not-an-export'])
  t.same(await codeOf(me, exportOf({ manifest: { ...manifest, version: 2 } })), [422, 'not-an-export'])
  t.same(await codeOf(me, exportOf({ manifest: ['coffer-export'] })), [422, 'not-an-export'])
  t.same(await codeOf(me, buildZip([{ name: 'manifest.json', content: '{' }])), [422, 'not-an-export'])
  t.same(await codeOf(me, Buffer.from('no archive')), [422, 'archive-unreadable'])
  t.equal((await begin(other, await archive(me, exportOf({})))).status, 404)
  t.match(await imported(me, exportOf({ items: '[\n{"id":\n]\n' })), { state: 'failed', error: 'archive-unreadable' })
  t.match(await imported(me, exportOf({ items: `[\n"${'x'.repeat(300_000)}"\n]` })), { state: 'failed' })
  t.match(await imported(me, exportOf({ items: '\n'.repeat(250_000) })), { state: 'failed' }, 'lines without rows')
  t.same(await codeOf(me, exportOf({ manifest: { ...manifest, files: ['x'.repeat(70_000)] } })), [422, 'not-an-export'])
})

t.test(
  'of an export that lists only the first of its missing files, the others are not imported as whole either',
  async (t) => {
    const me = await test.person()
    const row = (n: number, name: string, size: number) => ({ id: idOf(n), path: `files/${name}`, name, size })
    const names = ['listed.txt', 'short.txt', 'whole.txt', 'mine.MISSING.txt']
    const result = await imported(
      me,
      exportOf({
        items: [...names, 'lost.txt'].map((name, at) => row(at, name, 5)),
        entries: [
          ...['whole.txt', 'mine.MISSING.txt', 'listed.txt'].map((name) => ({
            name: `files/${name}`,
            content: '12345',
          })),
          { name: 'files/short.txt', content: '123' },
          ...['listed.txt', 'short.txt', 'lost.txt'].map((name) => ({
            name: `files/${name}.MISSING.txt`,
            content: 'gone',
          })),
          json('missing.json', {
            count: 3,
            files: [{ path: 'files/listed.txt', note: 'files/listed.txt.MISSING.txt', reason: 'gone' }],
          }),
        ],
      }),
    )
    t.same(await paths(me), ['mine.MISSING.txt', 'whole.txt'])
    const missing = result.left_out.find(({ reason }: { reason: string }) => reason === 'content-missing')
    t.same(missing?.names.toSorted(), ['files/listed.txt', 'files/lost.txt', 'files/short.txt', 'files/short.txt'])
  },
)

t.test('A75: a forged export brings nothing that its account could not make by hand', async (t) => {
  const [me, other] = [await test.person(), await test.person()]
  const foreign = await archive(other, Buffer.from('of somebody else'), 'foreign.txt')
  const item = (n: number, path: string, more: object = {}) => ({
    id: idOf(n),
    path,
    name: path.split('/').at(-1),
    ...more,
  })
  const items = [
    item(1, 'files/up', { name: '../up' }),
    item(2, 'files/slash', { name: 'a/b' }),
    item(3, 'files/mark', { name: 'a\u202eb' }),
    item(4, 'files/dots/', { name: '..' }),
    item(5, 'files/Look/', { name: 'Look', color: 'red;background:url(x)', emoji: { name: 'x', char: 'no emoji' } }),
    { id: foreign, path: 'files/own.txt', name: 'own.txt', modified_at: 'yesterday' },
    { id: 'no id', path: 'files/plain.txt', name: 'other.txt' },
    item(7, 'trash/x', { name: 'x' }),
    null,
    [],
    'text',
  ]
  const {
    left_out,
    imported: counts,
    state,
  } = await imported(
    me,
    exportOf({
      items,
      entries: [
        { name: 'files/' },
        { name: 'files/up', content: '1' },
        { name: 'files/slash', content: '2' },
        { name: 'files/mark', content: '3' },
        { name: 'files/dots/x.txt', content: '4' },
        { name: 'files/Look/' },
        { name: 'files/own.txt', content: 'mine' },
        { name: 'files/plain.txt', content: 'plain' },
        { name: 'files/../up.txt', content: 'x' },
        { name: 'files/link', content: '/etc/passwd', mode: 0o120777 },
        { name: 'files/bad.txt', content: 'x', crc32: 1 },
        { name: 'files/lost.txt.MISSING.txt', content: 'This file’s content is missing.' },
        { name: 'files/short.txt', content: 'sho' },
        { name: 'files/short.txt.MISSING.txt', content: 'The stored file is damaged.' },
        { name: 'trash/x', content: 'x' },
        { name: 'versions/1/x', content: 'x' },
        { name: 'elsewhere/x.txt', content: 'x' },
        { name: 'x.txt', content: 'x' },
        json('missing.json', {
          count: 2,
          files: [
            { path: 'files/lost.txt', note: 'files/lost.txt.MISSING.txt', reason: '' },
            { path: 'files/short.txt', note: 'files/short.txt.MISSING.txt', reason: '' },
          ],
        }),
        { name: 'data/probe/things.json', content: listOf([{ id: foreign }, { id: idOf(5) }, { id: idOf(9) }, null]) },
        { name: 'data/storage/favorites.json', content: listOf([{ id: foreign }, { id: idOf(5) }, { id: 5 }, 'x']) },
        {
          name: 'data/storage/views.json',
          content: listOf([
            { key: '../x', settings: {} },
            { key: 'files' },
            1,
            { key: '-'.repeat(36), settings: { density: 'compact' } },
          ]),
        },
        { name: 'data/storage/comments.json', content: '{ "item": 1', crc32: 1 },
      ],
    }),
  )
  t.equal(state, 'done')
  t.same(await paths(me), ['Look', 'own.txt', 'plain.txt'])
  t.match(counts, { files: 2, folders: 1, favorites: 1 })
  t.same(Object.fromEntries(left_out.map(({ reason, count }) => [reason, count])), {
    'invalid-name': 4,
    'unsafe-path': 1,
    link: 1,
    damaged: 1,
    'content-missing': 2,
    'in-trash': 1,
    'earlier-version': 1,
    'list-unreadable': 1,
  })
  t.same(seen.splice(0), ['own.txt', 'Look', null, null], 'an id of the export is never one of the installation')
  t.match(await db.query(`select color, emoji from items where owner_id = $1 and name = 'Look'`, [me.ownerId]), [
    { color: null, emoji: null },
  ])
  t.same(await atRoot(other), ['foreign.txt'])
  t.same(await wrongCounters(db), [])
})

const many = exportOf({
  items: Array.from({ length: 90 }, (_, n) => ({ id: idOf(n), path: `files/f${n % 7}/${n}.txt`, name: `${n}.txt` })),
  entries: [
    ...Array.from({ length: 90 }, (_, n) => ({ name: `files/f${n % 7}/${n}.txt`, content: `content ${n}` })),
    { name: 'data/probe/things.json', content: listOf([{ id: idOf(0) }, { id: idOf(89) }]) },
  ],
})

t.test('an import that was interrupted goes on without duplicates, and a second one brings nothing', async (t) => {
  const me = await test.person()
  await db.query(`create function fails() returns trigger language plpgsql as $$ begin
    if new.attempts = 0 and old.attempts < 1 and (new.position = 64 or new.state = 'done' and old.error is null and old.position > 64)
    then raise exception 'lost'; end if; return new; end $$`)
  await db.query('create trigger fails before update on operations for each row execute function fails()')
  const done = await imported(me, many)
  await db.query('drop function fails() cascade')
  t.match(done, { state: 'done', done: 90, total: 90, left_out: [], imported: { files: 90, present: 0 } })
  t.same((await paths(me)).length, 97)
  t.same(seen.splice(0).slice(-2), ['0.txt', '89.txt'])
  await db.query(`update operations set updated_at = now() - interval '1 hour'`)
  const listed = async () => (await test.call(me, 'GET', '/api/operations')).body.data
  const [{ data: told }] = await listed()
  t.match(told.attributes, { kind: 'import', imported: { files: 90 } }, 'its result is listed until it is dismissed')
  await test.call(me, 'DELETE', `/api/operations/${told.id}`)
  t.same(await listed(), [])
  const before = await paths(me)
  t.match(await imported(me, many), { state: 'done', imported: { files: 0, folders: 0, present: 90 } })
  t.same(await paths(me), before)
  t.same(await wrongCounters(db), [])
})

t.test('a taken name is numbered once, a folder of the name is merged', async (t) => {
  const me = await test.person()
  await archive(me, Buffer.from('another one'), 'a.txt')
  await test.upload(me, 'mine.txt', Buffer.from('mine'), { path: '/Folder/mine.txt' })
  const entries = [
    { name: 'files/a.txt', content: 'of the export' },
    { name: 'files/Folder/theirs.txt', content: 'theirs' },
    { name: 'files/Folder/mine.txt', content: 'mine' },
  ]
  const expected = ['Folder', 'Folder/mine.txt', 'Folder/theirs.txt', 'a (1).txt', 'a.txt']
  t.match(await imported(me, exportOf({ entries })), { imported: { files: 2, folders: 0, present: 1 } })
  t.same(await paths(me), expected)
  t.match(await imported(me, exportOf({ entries })), { imported: { files: 0, present: 3 } })
  t.same(await paths(me), expected)
})

t.test('a cancelled import keeps what it has brought, and a later one brings the rest', async (t) => {
  const me = await test.person()
  await db.query(`create function waits() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`)
  await db.query('create trigger waits before update of position on operations for each row execute function waits()')
  const { body } = await begin(me, await archive(me, many))
  await poll(
    () => test.operation(me, body.data.id),
    ({ done }) => done > 0,
  )
  const cancelled = await test.call(me, 'DELETE', `/api/operations/${body.data.id}`)
  t.match(cancelled.body.data.attributes, { state: 'cancelled', undoable: false })
  await db.query('drop function waits() cascade')
  const kept = (await paths(me)).length
  t.ok(kept > 0)
  t.match(await imported(me, many), { state: 'done', left_out: [] })
  t.equal((await paths(me)).length, 97)
  t.equal((await usage(me)).reserved, 0)
})

t.test('view settings of an export never push out those of the account', async (t) => {
  const me = await test.person()
  await db.query(
    `insert into view_settings (user_id, key, settings) select $1, 'own-' || chr(97 + n / 26) || chr(97 + n % 26), '{"density":"compact"}'
     from generate_series(0, 149) n`,
    [me.ownerId],
  )
  const key = (n: number) => `list-${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`
  const views = Array.from({ length: 100 }, (_, n) => ({ key: key(n), settings: { density: 'compact' } }))
  t.match(await imported(me, exportOf({ entries: [{ name: 'data/storage/views.json', content: listOf(views) }] })), {
    state: 'done',
  })
  const counts = `select count(*) filter (where key like 'own-%') as own, count(*) as all from view_settings where user_id = $1`
  t.same(await db.query(counts, [me.ownerId]), [{ own: 150, all: 199 }])
})
