import { randomUUID } from 'node:crypto'
import type { FileRequest, ShareLink } from '../../modules/sharing/contract.ts'
import { type Actor, confirmPassword, signUp } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import { createTeam } from '../support/teams.ts'

/** Contained in every name and content of the owner: an error response that contains it is a leak. */
export const canary = `CANARY-${randomUUID()}`

/** Ids of one user's data: one of each kind that a route takes. */
export interface Belongings {
  folder: string
  target: string
  file: string
  trashed: string
  favorite: string
  uploadId: string
  remoteBatch: string
  remoteUrl: string
  tokenId: string
  sessionId: string
  /** Token of a link to `folder`, protected by a password, and one of its recipients. */
  share: string
  recipient: string
  /** Token of a file request. */
  request: string
  /** The previous version of `file`. */
  version: string
  /** A comment on `file`, and a deleted one. */
  comment: string
  deletedComment: string
  /** Operation of a finished move. */
  operation: string
  /** A team folder without members. Only an email without an account is invited. */
  team: string
}

interface Single {
  data: { id: string; attributes: { file_url?: string } }
}

const uploadText = async (
  owner: Actor,
  name: string,
  text: string,
  parent?: string,
  conflict?: string,
): Promise<string> => {
  const query = new URLSearchParams({
    name,
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(text.length),
    is_last_chunk: 'true',
    ...(parent ? { parent_id: parent } : {}),
    ...(conflict ? { on_conflict: conflict } : {}),
  })
  const answer = await owner.client.fetch(`/api/upload/chunks?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: text,
  })
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Single).data.id
}

const beginUpload = async (owner: Actor): Promise<string> => {
  const id = randomUUID()
  const query = new URLSearchParams({
    name: `${canary}-open.bin`,
    upload_id: id,
    offset: '0',
    total_size: '10',
    is_last_chunk: 'false',
  })
  const answer = await owner.client.fetch(`/api/upload/chunks?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'abc',
  })
  if (answer.status !== 200) throw new Error(`first chunk: ${answer.status} ${await answer.text()}`)
  return id
}

interface Batch {
  data: { id: string; attributes: { urls: { id: string }[] } }
}

const remoteUpload = async (owner: Actor) => {
  const body = { urls: [`http://127.0.0.1/${canary}`] }
  const { data } = (await owner.client.post<Batch>('/api/upload/remote', body)).body
  return { remoteBatch: data.id, remoteUrl: data.attributes.urls[0]?.id ?? '' }
}

const folder = async (owner: Actor, name: string): Promise<string> => {
  const answer = await owner.client.post<Single>('/api/create-folder', { name: `${canary} ${name}` })
  return answer.body.data.id
}

const finishedMove = async (app: TestApp, owner: Actor): Promise<string> => {
  const [row] = await app.coffer.platform.db.query<{ id: string }>(
    `insert into operations (kind, owner_id, actor_id, scope, input, state, processed, prepared)
     values ('move', $1, $1, $2, '{}', 'done', 1, true) returning id`,
    [
      owner.id,
      JSON.stringify({ root: null, ownerId: owner.id, actor: { userId: owner.id, key: '' }, permission: 'owner' }),
    ],
  )
  return (row as { id: string }).id
}

const replacedVersion = async (owner: Actor, file: string, parent: string): Promise<string> => {
  await uploadText(owner, `${canary}.txt`, `body again ${canary}`, parent, 'replace')
  const { body } = await owner.client.get<{ data: { data: { id: string } }[] }>(`/api/items/${file}/versions`)
  return body.data[0]?.data.id ?? ''
}

const comment = async (owner: Actor, file: string): Promise<string> => {
  const { body } = await owner.client.post<Single>(`/api/items/${file}/comments`, { body: `comment ${canary}` })
  return body.data.id
}

const deletedComment = async (owner: Actor, file: string): Promise<string> => {
  const id = await comment(owner, file)
  await owner.client.delete(`/api/items/${file}/comments/${id}`)
  return id
}

type Key = keyof Belongings
/** Gets what was made, or makes it. */
type Get = (key: Key) => Promise<string>
/** Makes one, or several that arise together. */
type Maker = (get: Get, owner: Actor, app: TestApp) => Promise<string | Partial<Belongings>>

const remote: Maker = (_get, owner) => remoteUpload(owner)
const link: Maker = async (get, owner) => {
  const sent = { id: await get('folder'), type: 'folder', permission: 'visitor' }
  const locks = { password: 'matrix words', emails: ['ann@example.org'] }
  const { data } = (await owner.client.post<{ data: ShareLink }>('/api/share', { ...sent, ...locks })).body
  return { share: data.attributes.token, recipient: data.relationships.recipients[0]?.id ?? '' }
}

const makers: Record<Key, Maker> = {
  folder: (_get, owner) => folder(owner, 'folder'),
  target: (_get, owner) => folder(owner, 'target'),
  favorite: async (_get, owner) => {
    const id = await folder(owner, 'favorite')
    await owner.client.post('/api/favourites', { ids: [id] })
    return id
  },
  file: async (get, owner) => uploadText(owner, `${canary}.txt`, `body ${canary}`, await get('folder')),
  trashed: async (_get, owner) => {
    const id = await uploadText(owner, `${canary}-trashed.txt`, `trashed ${canary}`)
    await owner.client.post('/api/remove', { items: [{ id, type: 'file' }] })
    return id
  },
  tokenId: async (_get, owner, app) => {
    await confirmPassword(owner)
    const token = await owner.client.post<{ data: { id: string } }>('/api/user/tokens', { name: canary })
    const { db } = app.coffer.platform
    await db.query('update sessions set password_confirmed_at = null where user_id = $1', [owner.id])
    return token.body.data.id
  },
  sessionId: async (_get, owner) => {
    const { body } = await owner.client.get<{ data: { data: { id: string } }[] }>('/api/user/sessions')
    return body.data[0]?.data.id ?? ''
  },
  share: link,
  recipient: link,
  uploadId: (_get, owner) => beginUpload(owner),
  remoteBatch: remote,
  remoteUrl: remote,
  request: async (_get, owner) => {
    const { body } = await owner.client.post<{ data: FileRequest }>('/api/file-request', { name: `${canary} request` })
    return body.data.attributes.token
  },
  operation: (_get, owner, app) => finishedMove(app, owner),
  team: async (_get, owner) =>
    (await createTeam(owner, [[{ email: 'invited@example.org' }, 'can_view']], `${canary} team`)).id,
  version: async (get, owner) => replacedVersion(owner, await get('file'), await get('folder')),
  comment: async (get, owner) => comment(owner, await get('file')),
  deletedComment: async (get, owner) => deletedComment(owner, await get('file')),
}

/** Makes what is named, and what that is in or about; by default one of each. What was not made has no id. */
export const belongingsOf = async (
  app: TestApp,
  owner: Actor,
  keys: Iterable<Key> = Object.keys(makers) as Key[],
): Promise<Belongings> => {
  const made: Partial<Belongings> = {}
  const get = async (key: Key): Promise<string> => {
    if (made[key] === undefined) {
      const found = await makers[key](get, owner, app)
      Object.assign(made, typeof found === 'string' ? { [key]: found } : found)
    }
    return made[key] as string
  }
  for (const key of keys) await get(key)
  return made as Belongings
}

/** A new user. Clears the counters first: the limit of sign-ups per IP address would stop the test. */
export const newPerson = async (app: TestApp): Promise<Actor> => {
  await app.coffer.platform.db.query('delete from rate_limits')
  return signUp(app)
}

/** A new user with what is named; see `belongingsOf`. */
export const newOwner = async (app: TestApp, keys?: Iterable<Key>): Promise<{ owner: Actor; has: Belongings }> => {
  const owner = await newPerson(app)
  return { owner, has: await belongingsOf(app, owner, keys) }
}
