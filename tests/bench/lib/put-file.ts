import { randomUUID } from 'node:crypto'
import type { BenchServer } from './coffer.ts'

/** Uploads a file to a folder, or to the root; resolves with its id. */
export const putBenchFile = async (
  { url, token }: BenchServer,
  name: string,
  bytes: Buffer,
  folder?: string,
): Promise<string> => {
  const query = new URLSearchParams({
    name,
    ...(folder && { parent_id: folder }),
    upload_id: randomUUID(),
    offset: '0',
    total_size: `${bytes.length}`,
    is_last_chunk: 'true',
  })
  const answer = await fetch(new URL(`/api/upload/chunks?${query}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data.id
}
