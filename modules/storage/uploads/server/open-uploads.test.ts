import t from 'tap'
import { testStorage } from '../../../../tests/support/storage.ts'

t.test('R19: who sent a chunk while the clock was ahead is not sending for as long as it was', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { ownerId } = await person()
  await platform.db.query(
    `insert into upload_sessions (principal, id, owner_id, had_parent, name, received_bytes, reserved_bytes, staging_key, expires_at)
     select 'request:x:' || chunk, gen_random_uuid(), $1, false, 'x', 1, 0, chunk, now() + interval '1 day' + chunk::interval
     from unnest(array['0 minutes', '-5 minutes', '-20 minutes', '1 year']) as chunk`,
    [ownerId],
  )
  const sending = await storage.api.openUploads.receiving('request', 10)
  t.same(sending.sort(), ['request:x:-5 minutes', 'request:x:0 minutes'])
})

t.test('the files of an archive that is extracted end with the extraction alone', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  const uploads = await platform.db.query<{ principal: string; id: string }>(
    `insert into upload_sessions (principal, id, owner_id, had_parent, name, received_bytes, reserved_bytes, staging_key, expires_at)
     select kind || ':x', gen_random_uuid(), $1, false, 'x', 1, 0, kind, now() + interval '1 day'
     from unnest(array['extract', 'user']) as kind returning principal, id`,
    [me.ownerId],
  )
  const ids = new Map(uploads.map(({ principal, id }) => [principal, id]))
  const { openUploads } = storage.api
  t.same(
    (await openUploads.list(me)).map(({ id }) => id),
    [ids.get('user:x')],
  )
  await t.rejects(openUploads.end(me, ids.get('extract:x') ?? ''), { code: 'upload-not-found' })
})
