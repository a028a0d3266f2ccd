import { randomUUID } from 'node:crypto'
import type { FileRequest } from '../../modules/sharing/contract.ts'
import type { Item } from '../../modules/storage/contract.ts'
import type { Actor } from './actors.ts'
import type { Client } from './client.ts'

interface One<T> {
  data: T
}

/** Creates a file request; throws unless 201. */
export const makeFileRequest = async (
  owner: Actor,
  options: Record<string, unknown> = {},
): Promise<FileRequest['attributes'] & { id: string }> => {
  const answer = await owner.client.post<One<FileRequest>>('/api/file-request', options)
  if (answer.status !== 201) throw new Error(`request: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { id: answer.body.data.id, ...answer.body.data.attributes }
}

/** Sends one chunk as an uploader; by default the whole file. */
export const sendChunk = async (
  uploader: Client,
  token: string,
  name: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
  path = `/api/file-request/${token}/upload/chunks`,
) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : (content as Buffer<ArrayBuffer>)
  const query = new URLSearchParams({
    name,
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(bytes.length),
    is_last_chunk: 'true',
    ...fields,
  })
  if (!uploader.cookies.has('XSRF-TOKEN')) await uploader.get('/api/csrf')
  const answer = await uploader.fetch(`${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    body: bytes,
  })
  const body = (await answer.json()) as One<Item> & { code?: string }
  return { status: answer.status, body, code: body.code }
}

/** Uploads a file; throws unless it is accepted. */
export const sendFile = async (...given: Parameters<typeof sendChunk>): Promise<Item> => {
  const { status, body } = await sendChunk(...given)
  if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.data
}
