import type { Item } from '../../modules/storage/contract.ts'
import type { Client } from './client.ts'
import { type FileMetadata, metadataOf } from './real-files.ts'
import { listAll } from './upload-queue.ts'

/** All files below a folder (null: the root) by path. */
export const storedFiles = async (client: Client, folder: string | null, path = ''): Promise<Map<string, Item>> => {
  const found = new Map<string, Item>()
  for (const item of await listAll(client, folder)) {
    const here = path + item.attributes.name
    if (item.type === 'file') found.set(here, item)
    else for (const [below, file] of await storedFiles(client, item.id, `${here}/`)) found.set(below, file)
  }
  return found
}

/** Size and hash of a downloaded file. */
const downloadedMetadata = async (client: Client, item: Item): Promise<FileMetadata> => {
  const { file_url, name } = item.attributes
  const url = new URL(file_url ?? '', 'http://any')
  const answer = await client.fetch(url.pathname + url.search)
  if (answer.status !== 200 || !answer.body) throw new Error(`download of ${name}: ${answer.status}`)
  return metadataOf(answer.body)
}

/** Downloads all files, eight at a time, and describes the files that differ from `wanted`; empty when none does. */
export const differences = async (
  client: Client,
  stored: ReadonlyMap<string, Item>,
  wanted: ReadonlyMap<string, FileMetadata>,
): Promise<string[]> => {
  const wrong = [...stored.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is unexpected`)
  const waiting = [...wanted]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, expected] = next
      const item = stored.get(path)
      if (!item) wrong.push(`${path} is missing`)
      else {
        const got = await downloadedMetadata(client, item)
        if (item.attributes.size !== expected.size) wrong.push(`${path} is listed with ${item.attributes.size} bytes`)
        if (got.size !== expected.size || got.sha256 !== expected.sha256) wrong.push(`${path} has other bytes`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return wrong
}
