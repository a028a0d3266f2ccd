import t from 'tap'
import type { Item } from '../../modules/storage/contract.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFileRequest, sendChunk } from '../support/file-requests.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

interface Caller {
  who: string
  client: Client
  create: string
  rename: (id: string) => string
  parent: string | null
}

const app = await testApp(t)
const owner = await signUp(app)

const callers = async (): Promise<Caller[]> => {
  const folder = await makeFolder(owner, 'Shared')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const request = await makeFileRequest(owner)
  const uploader = anonymous(app)
  await sendChunk(uploader, request.token, 'first.txt', 'first')
  return [
    {
      who: 'owner',
      client: owner.client,
      create: '/api/create-folder',
      rename: (id) => `/api/rename/${id}`,
      parent: null,
    },
    {
      who: 'editor of a share',
      client: anonymous(app),
      create: `/api/sharing/create-folder/${token}`,
      rename: (id) => `/api/sharing/rename/${id}/${token}`,
      parent: folder,
    },
    {
      who: 'uploader of a file request',
      client: uploader,
      create: `/api/file-request/${request.token}/create-folder`,
      rename: (id) => `/api/file-request/${request.token}/rename/${id}`,
      parent: null,
    },
  ]
}

t.test('D38: color and emoji are independent; a missing key keeps its value, null clears it', async (t) => {
  const [cat, dog] = [{ char: '🐈' }, { char: '🐕' }]
  const steps: [change: object, color: string | null, emoji: string | null][] = [
    [{ name: 'Renamed' }, 'red', '🐈'],
    [{ color: 'blue' }, 'blue', '🐈'],
    [{ emoji: dog }, 'blue', '🐕'],
    [{ color: null }, null, '🐕'],
    [{ name: 'Again', type: 'folder' }, null, '🐕'],
    [{ color: 'teal', emoji: null }, 'teal', null],
    [{ emoji: cat }, 'teal', '🐈'],
    [{ emoji: null }, 'teal', null],
    [{ color: null, emoji: cat }, null, '🐈'],
    [{ color: null, emoji: null }, null, null],
  ]
  for (const { who, client, create, rename, parent } of await callers()) {
    const make = async (name: string, look: object) => {
      const answer = await client.post<{ data: Item }>(create, {
        name,
        ...(parent ? { parent_id: parent } : {}),
        ...look,
      })
      t.equal(answer.status, 201, `${who}: ${name}`)
      const { color, emoji } = answer.body.data.attributes
      return { id: answer.body.data.id, look: [color, emoji?.char ?? null] }
    }
    t.same((await make('None', {})).look, [null, null], who)
    t.same((await make('Nulls', { color: null, emoji: null })).look, [null, null], who)
    t.same((await make('Color', { color: 'red' })).look, ['red', null], who)
    t.same((await make('Emoji', { emoji: cat })).look, [null, '🐈'], who)
    const { id, look } = await make('Both', { color: 'red', emoji: cat })
    t.same(look, ['red', '🐈'], who)
    for (const [change, color, emoji] of steps)
      for (const send of [
        () => client.patch<{ data: Item }>(rename(id), change),
        () => client.post<{ data: Item }>(rename(id), { ...change, _method: 'patch' }),
      ]) {
        const { status, body } = await send()
        t.equal(status, 200, who)
        const { attributes } = body.data
        t.same([attributes.color, attributes.emoji?.char ?? null], [color, emoji], `${who}: ${JSON.stringify(change)}`)
      }
  }
})
