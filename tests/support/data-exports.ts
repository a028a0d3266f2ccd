import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from './actors.ts'
import { type Teardown, testFolder } from './folders.ts'
import { poll } from './poll.ts'

/** Requests the export of an account and waits until it can be downloaded. */
export const prepareExport = async ({ client, password }: Actor): Promise<void> => {
  await client.post('/user/confirm-password', { password })
  await client.post('/api/user/export')
  await poll(
    async () => (await client.get<{ data: { status: string } }>('/api/user/export')).body.data.status === 'ready',
  )
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length + 1)
      return entry.isDirectory() ? [[`${name}/`, '']] : [[name, readFileSync(path, 'utf8')]]
    }),
  )

/** The prepared export: its headers, and its files and folders (with `/` at the end) by their path. */
export const downloadExport = async (t: Teardown, { client }: Actor) => {
  const answer = await client.fetch('/api/user/export/download')
  const [target, zip] = [testFolder(t), join(testFolder(t), 'export.zip')]
  writeFileSync(zip, Buffer.from(await answer.arrayBuffer()))
  const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'
  execFileSync('python3', ['-c', unpack, zip, target])
  return { headers: answer.headers, files: filesIn(target) }
}
