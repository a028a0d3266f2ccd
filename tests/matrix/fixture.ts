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

export const belongingsOf = async (app: TestApp, owner: Actor): Promise<Belongings> => {
  const [first, target, favorite] = [
    await folder(owner, 'folder'),
    await folder(owner, 'target'),
    await folder(owner, 'favorite'),
  ]
  await owner.client.post('/api/favourites', { ids: [favorite] })
  const file = await uploadText(owner, `${canary}.txt`, `body ${canary}`, first)
  const trashed = await uploadText(owner, `${canary}-trashed.txt`, `trashed ${canary}`)
  await owner.client.post('/api/remove', { items: [{ id: trashed, type: 'file' }] })
  await confirmPassword(owner)
  const token = await owner.client.post<{ data: { id: string } }>('/api/user/tokens', { name: canary })
  await app.coffer.platform.db.query('update sessions set password_confirmed_at = null where user_id = $1', [owner.id])
  const sessions = await owner.client.get<{ data: { data: { id: string } }[] }>('/api/user/sessions')
  const shared = await owner.client.post<{ data: ShareLink }>('/api/share', {
    id: first,
    type: 'folder',
    permission: 'visitor',
    password: 'matrix words',
    emails: ['ann@example.org'],
  })
  return {
    folder: first,
    target,
    file,
    trashed,
    favorite,
    uploadId: await beginUpload(owner),
    ...(await remoteUpload(owner)),
    tokenId: token.body.data.id,
    sessionId: sessions.body.data[0]?.data.id ?? '',
    share: shared.body.data.attributes.token,
    recipient: shared.body.data.relationships.recipients[0]?.id ?? '',
    request: (await owner.client.post<{ data: FileRequest }>('/api/file-request', { name: `${canary} request` })).body
      .data.attributes.token,
    operation: await finishedMove(app, owner),
    team: (await createTeam(owner, [[{ email: 'invited@example.org' }, 'can_view']], `${canary} team`)).id,
    version: await replacedVersion(owner, file, first),
    comment: await comment(owner, file),
    deletedComment: await deletedComment(owner, file),
  }
}

/** A new user. Clears the counters first: the limit of sign-ups per IP address would stop the test. */
export const newPerson = async (app: TestApp): Promise<Actor> => {
  await app.coffer.platform.db.query('delete from rate_limits')
  return signUp(app)
}

export const newOwner = async (app: TestApp): Promise<{ owner: Actor; has: Belongings }> => {
  const owner = await newPerson(app)
  return { owner, has: await belongingsOf(app, owner) }
}
