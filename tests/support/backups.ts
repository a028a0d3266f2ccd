import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BlobStore } from '../../modules/platform/index.ts'
import type { TestApp } from './app.ts'
import { blobEnv } from './buckets.ts'

/** Paths of the files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Hashes of the blobs of a backup in a folder, sorted. */
export const blobsOfBackup = (folder: string): string[] =>
  filesBelow(join(folder, 'blobs'))
    .map((path) => hashOf(readFileSync(path)))
    .sort()

const readBlob = async (store: BlobStore, key: string): Promise<Buffer> => {
  const blob = await store.open(key)
  const bytes = Buffer.alloc(blob.size)
  for (let at = 0; at < bytes.length; ) at += await blob.read(bytes.subarray(at), at)
  blob.release()
  return bytes
}

/** Hashes of the blobs of an app, sorted, in whatever store they are. */
export const blobsOfApp = async ({ coffer }: TestApp): Promise<string[]> => {
  const { blobs } = coffer.platform
  const hashes: string[] = []
  for await (const { key } of blobs.blobs()) hashes.push(hashOf(await readBlob(blobs, key)))
  return hashes.sort()
}

interface CommandEnv extends Record<string, string> {
  DATA_DIR: string
  DATABASE_URL: string
}

/** Environment of a command for an installation. */
export const commandEnv = async (dataDir: string, databaseUrl: string): Promise<CommandEnv> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ...(await blobEnv(dataDir)),
})

/** Makes a database as a new PostgreSQL is, before any migration and any job. */
export const withoutSchema = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade')
  await client.query('drop schema if exists jobs cascade')
  await client.query('create schema public')
  await client.end()
}
