import type { Item } from '../../modules/storage/contract.ts'
import type { Client } from './client.ts'
import { type FileMetadata, factsOf } from './real-files.ts'
import { listAll } from './upload-queue.ts'

/** All files below a folder (null: the root) by their paths. */
export const storedFiles = async (client: Client, folder: string | null, path = ''): Promise<Map<string, Item>> => {
  const found = new Map<string, Item>()
  for (const item of await listAll(client, folder)) {
    const here = path + item.attributes.name
    if (item.type === 'file') found.set(here, item)
    else for (const [below, file] of await storedFiles(client, item.id, `${here}/`)) found.set(below, file)
  }
  return found
}

/** Downloads a file and keeps nothing but its size and hash. */
export const downloadedFacts = async (client: Client, item: Item): Promise<FileMetadata> => {
  const { file_url, name } = item.attributes
  const url = new URL(file_url ?? '', 'http://any')
  const answer = await client.fetch(url.pathname + url.search)
  if (answer.status !== 200 || !answer.body) throw new Error(`download of ${name}: ${answer.status}`)
  return factsOf(answer.body)
}

/** Downloads all of them, some at a time, and names those that are not as they were; empty when all is right. */
export const differences = async (
  client: Client,
  stored: ReadonlyMap<string, Item>,
  wanted: ReadonlyMap<string, FileMetadata>,
): Promise<string[]> => {
  const wrong = [...stored.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is too much`)
  const waiting = [...wanted]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, facts] = next
      const item = stored.get(path)
      if (!item) wrong.push(`${path} is missing`)
      else {
        const got = await downloadedFacts(client, item)
        if (item.attributes.size !== facts.size) wrong.push(`${path} is listed with ${item.attributes.size} bytes`)
        if (got.size !== facts.size || got.sha256 !== facts.sha256) wrong.push(`${path} has other bytes`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return wrong
}
