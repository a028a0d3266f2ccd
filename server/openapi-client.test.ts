import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import t from 'tap'
import { anonymous, createAccount } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'

interface Resource {
  data: { id: string; attributes: { name: string; token: string } }
}
interface Page {
  data: Resource[]
}

t.test('a client that a generator makes from the OpenAPI document lists, uploads and shares', async (t) => {
  const app = await testApp(t)
  const { token } = await createAccount(app)
  const definition = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document
  const client = await new OpenAPIClientAxios({
    definition,
    withServer: { url: app.url },
    axiosConfigDefaults: { headers: { authorization: `Bearer ${token}` } },
  }).init()
  const call = async <Result>(operation: string, ...given: unknown[]): Promise<Result> => {
    const operate = client[operation] as (...given: unknown[]) => Promise<{ data: Result }>
    return (await operate(...given)).data
  }

  const folder = (await call<Resource>('postCreateFolder', null, { name: 'Reports' })).data
  const form = new FormData()
  form.set('parent_id', folder.id)
  form.set('name', 'report.txt')
  form.set('file', new Blob(['hello']), 'report.txt')
  const file = (await call<Resource>('postUpload', null, form)).data
  const listed = await call<Page>('getBrowseFoldersById', { id: folder.id })
  t.strictSame(
    listed.data.map(({ data }) => [data.id, data.attributes.name]),
    [[file.id, 'report.txt']],
  )
  const share = (await call<Resource>('postShare', null, { id: folder.id, type: 'folder', permission: 'visitor' })).data
  const shown = await anonymous(app).get<Page>(`/api/sharing/folders/${folder.id}/${share.attributes.token}`)
  t.match(shown, { status: 200, body: { data: [{ data: { id: file.id } }] } })
  const failed = await call('getBrowseFoldersById', { id: file.id }).catch((error: unknown) => error)
  t.match(failed, { response: { status: 404, data: { code: 'not-found' } } })
})
