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
