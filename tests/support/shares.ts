import { randomUUID } from 'node:crypto'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import type { Item } from '../../modules/storage/contract.ts'
import type { Actor } from './actors.ts'

interface One<T> {
  data: T
}

/** Creates a folder over HTTP; resolves with its id. */
export const makeFolder = async (owner: Actor, name: string, parent: string | null = null): Promise<string> => {
  const answer = await owner.client.post<One<Item>>('/api/create-folder', { name, parent_id: parent })
  return answer.body.data.id
}

/** Uploads a small file in one piece; `path`: of the caller's chunk route. */
export const putFile = async (
  owner: Pick<Actor, 'client'>,
  name: string,
  content: string | Buffer,
  parent: string | null = null,
  fields: Record<string, string> = {},
  path = '/api/upload/chunks',
): Promise<Item> => {
  const bytes = Buffer.from(content)
  const query = new URLSearchParams({
    name,
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(bytes.length),
    is_last_chunk: 'true',
    ...(parent ? { parent_id: parent } : {}),
    ...fields,
  })
  const answer = await owner.client.fetch(`${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as One<Item>).data
}

/** A folder with a file, and a folder with a file in it. */
export const makeReport = async (owner: Actor): Promise<string> => {
  const folder = await makeFolder(owner, 'Annual report')
  const inner = await makeFolder(owner, 'Appendix', folder)
  await putFile(owner, 'Figures.txt', 'one, two, three', folder)
  await putFile(owner, 'Inside.txt', 'found below', inner)
  return folder
}

/** Creates a share link; throws unless 201. */
export const makeShare = async (
  owner: Actor,
  item: { id: string; type: string },
  options: Record<string, unknown> = {},
): Promise<ShareLink['attributes'] & { id: string }> => {
  const permission = item.type === 'folder' ? { permission: 'visitor' } : {}
  const answer = await owner.client.post<One<ShareLink>>('/api/share', { ...item, ...permission, ...options })
  if (answer.status !== 201) throw new Error(`share: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { id: answer.body.data.id, ...answer.body.data.attributes }
}
