import t from 'tap'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import { newAdmin } from '../support/admins.ts'
import { testApp } from '../support/app.ts'
import { makeFileRequest, sendFile } from '../support/file-requests.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

interface Listed {
  code?: string
  errors?: Record<string, string[]>
  data?: unknown[]
  meta?: { total?: number; paginate?: { total: number; currentPage: number } }
}

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app)
const { client } = admin

const folder = await makeFolder(admin, 'Folder')
for (const name of ['a.txt', 'b.txt', 'c.txt']) await putFile(admin, name, name, folder)
const share = await makeShare(admin, { id: folder, type: 'folder' })
const requests = [await makeFileRequest(admin), await makeFileRequest(admin), await makeFileRequest(admin)]
const request = requests[0]?.token as string
for (const name of ['a.txt', 'b.txt', 'c.txt']) await sendFile(client, request, name, name)
await app.coffer.platform.db.query(
  `insert into notifications (user_id, category, template, params)
   select $1, 'gift', 'remoteUploadDone', '{"count": 1}' from generate_series(1, 60)`,
  [admin.id],
)
const { body: plan } = await client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
  type: 'fixed',
  name: 'Plan',
  currency: 'USD',
  amount: '9',
  interval: 'month',
  features: { max_storage_amount: 1, max_team_members: 1 },
})

/** Values of the gaps in paths that begin so; of all others, the root. */
const gaps: [start: string, id: string, token?: string][] = [
  ['/api/sharing/', folder, share.token],
  ['/api/file-request/', 'all', request],
  ['/api/admin/languages/', 'en'],
  ['/api/subscriptions/admin/plans/', plan.data.id],
  ['/api/subscriptions/admin/users/', admin.id],
  ['/api/admin/users/', admin.id],
]
const pathOf = ({ path }: EndpointSpec): string => {
  const [, id = 'all', token = ''] = gaps.find(([start]) => path.startsWith(start)) ?? []
  return path.replace(':id', id).replace(':token', token)
}

const lists = [...app.coffer.app.served.values()].filter(
  ({ query }) => 'page' in ((query as { properties?: object } | undefined)?.properties ?? {}),
)

t.test('D4: each list with pages has the same ones, and rejects any other', async (t) => {
  t.ok(lists.length > 18, `${lists.length} lists`)
  for (const spec of lists) {
    const path = pathOf(spec)
    for (const page of ['0', '-1', '1.5', 'x', '2x', ''])
      t.match(
        await client.get(`${path}?page=${page}`),
        { status: 422, body: { code: 'invalid-page', errors: { page: [/./] } } },
        `${path}?page=${page}`,
      )
    t.equal((await client.get(`${path}?page=1`)).status, 200, path)
    const past = await client.get<Listed>(`${path}?page=999999999`)
    t.match(past, { status: 200, body: { data: { length: 0 } } }, `${path}: a page past the end`)
  }
})

t.test('D4: `page=all` is the whole list, or 422', async (t) => {
  const totals = new Map<string, number>()
  for (const spec of lists) {
    const path = pathOf(spec)
    const { status, body } = await client.get<Listed>(`${path}?page=all`)
    if (spec.path.startsWith('/api/admin/languages')) {
      t.match({ status, body }, { status: 422, body: { code: 'too-many-for-one-page', errors: { page: [/./] } } })
      continue
    }
    t.equal(status, 200, path)
    t.equal(body.data?.length, body.meta?.paginate?.total, path)
    t.equal(body.meta?.paginate?.currentPage, 1, path)
    totals.set(spec.path, body.data?.length ?? 0)
  }
  t.equal(totals.get('/api/notifications'), 60)
  t.equal(totals.get('/api/file-request'), 3)
  t.equal(totals.get('/api/sharing/folders/:id/:token'), 3)
  const few = await client.get<Listed>('/api/file-request?page=all&per_page=2')
  t.equal(few.body.data?.length, 3)
})
