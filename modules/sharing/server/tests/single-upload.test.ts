import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import type { Item } from '../../../storage/contract.ts'

t.test('D44: single-call upload to a request, under its terms', async (t) => {
  const app = await testApp(t)
  const owner = await signUp(app)
  const { token } = await makeFileRequest(owner, { max_file_size: 3_000_000 })
  const uploader = anonymous(app)
  await uploader.get('/api/csrf')
  const post = async (bytes: number, headers: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin')
    const answer = await uploader.fetch(`/api/file-request/${token}/upload`, { method: 'POST', body: form, headers })
    return { status: answer.status, body: (await answer.json()) as { data?: Item } }
  }
  t.equal((await post(5, { 'x-xsrf-token': 'forged' })).status, 419)
  for (const bytes of [5, 2_000_000])
    t.match(await post(bytes), { status: 201, body: { data: { attributes: { size: bytes } } } })
  t.equal((await post(4_000_000)).status, 413)
  const [open] = await app.coffer.platform.db.query<{ sessions: number; reserved: number }>(
    `select (select count(*)::int from upload_sessions where finished_at is null) as sessions,
       (select coalesce(sum(reserved_bytes), 0)::int from usage) as reserved`,
  )
  t.same({ ...open }, { sessions: 0, reserved: 0 })
})
