import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder, writeSecret } from '../atomic-file.ts'
import type { OpenBlob } from '../blobs/store.ts'

/** A backup that cannot be made or used, with a one-line message for the terminal. */
export class BackupError extends Error {}

export interface FileDigest {
  /** Path within the snapshot. */
  file: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

const manifestFile = 'manifest.json'
const partialSuffix = '.partial'
const pieceBytes = 1 << 20
const isSnapshot = (name: string) => /^\d{8}T\d{9}Z$/.test(name)

/** Size and hash of a file; null when it does not exist. */
const digestOf = async (path: string): Promise<{ bytes: number; sha256: string } | null> => {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const data of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
      hash.update(data)
      bytes += data.length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The state of the database at one moment, as files. Complete when its manifest is there, which is written last. */
export class Snapshot {
  readonly id: string
  private readonly path: string
  constructor(id: string, path: string) {
    this.id = id
    this.path = path
  }

  /** Writes a new file from a stream; resolves once the bytes are on the disk. Rejects when `signal` ends it. */
  async write(file: string, content: Readable, signal?: AbortSignal): Promise<FileDigest> {
    const path = join(this.path, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(data: Buffer, _encoding, done) {
        hash.update(data)
        bytes += data.length
        done(null, data)
      },
    })
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600, flush: true }), { signal })
    return { file, bytes, sha256: hash.digest('hex') }
  }

  read(file: string): Readable {
    return createReadStream(join(this.path, file))
  }

  /** Throws `BackupError` when the file is missing or was changed. */
  async verify({ file, bytes, sha256 }: FileDigest): Promise<void> {
    const found = await digestOf(join(this.path, file))
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupError(`backup ${this.id} is damaged: ${file} is not as it was written`)
  }
}

/** A folder of backups: snapshots of the database, and the blobs of all of them once each. */
export class BackupFolder {
  readonly root: string
  constructor(root: string) {
    this.root = resolve(root)
  }

  /** Ids of the complete snapshots, the oldest first. */
  async snapshots(): Promise<string[]> {
    const names = await readdir(join(this.root, 'snapshots')).catch(() => [])
    return names.filter(isSnapshot).sort()
  }

  /** Begins a snapshot, named by the time in UTC; removes what interrupted backups left. */
  async begin(at: Date): Promise<Snapshot> {
    const id = at.toISOString().replace(/[-:.]/g, '')
    const folder = join(this.root, 'snapshots')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder))
      if (name.endsWith(partialSuffix)) await rm(join(folder, name), { recursive: true })
    await mkdir(join(folder, id + partialSuffix), { mode: 0o700 })
    return new Snapshot(id, join(folder, id + partialSuffix))
  }

  /** Writes the manifest and makes the snapshot complete. */
  async finish({ id }: Snapshot, manifest: object): Promise<void> {
    const folder = join(this.root, 'snapshots')
    const partial = join(folder, id + partialSuffix)
    const text = JSON.stringify(manifest, null, 2)
    const sha256 = createHash('sha256').update(text).digest('hex')
    writeSecret(join(partial, manifestFile), `${text}\n${sha256}\n`)
    await rename(partial, join(folder, id))
    syncFolder(folder)
  }

  /** The snapshot with its manifest. Throws `BackupError` when there is none, or it is incomplete or damaged. */
  async open<Manifest>(id?: string): Promise<{ snapshot: Snapshot; manifest: Manifest }> {
    const chosen = id ?? (await this.snapshots()).at(-1)
    if (!chosen) throw new BackupError(`${this.root} holds no complete backup`)
    const path = join(this.root, 'snapshots', chosen)
    const lines = (await readFile(join(path, manifestFile), 'utf8').catch(() => '')).trimEnd().split('\n')
    const sha256 = lines.pop()
    const text = lines.join('\n')
    if (!isSnapshot(chosen) || text === '' || createHash('sha256').update(text).digest('hex') !== sha256)
      throw new BackupError(`backup ${chosen} is incomplete or damaged: its manifest is missing or was changed`)
    return { snapshot: new Snapshot(chosen, path), manifest: JSON.parse(text) as Manifest }
  }

  async removeSnapshot(id: string): Promise<void> {
    // The manifest first: what a crash leaves is then an incomplete snapshot, which nothing restores.
    await rm(join(this.root, 'snapshots', id, manifestFile), { force: true })
    await rm(join(this.root, 'snapshots', id), { recursive: true })
  }

  private blobPath(key: string): string {
    return join(this.root, 'blobs', key.slice(0, 2), key.slice(2, 4), key)
  }

  async hasBlob(key: string, size: number): Promise<boolean> {
    const found = await stat(this.blobPath(key)).catch(() => null)
    return found?.size === size
  }

  /** Copies a blob durably and resolves with the SHA-256 of what was read. Keeps the copy only if `accepts` returns true. */
  async storeBlob(key: string, blob: OpenBlob, accepts: (sha256: Buffer) => boolean): Promise<boolean> {
    const path = this.blobPath(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}${partialSuffix}`
    const file = await open(draft, 'w', 0o600)
    const hash = createHash('sha256')
    try {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(blob.size, 1)))
      for (let at = 0, read = 0; ; at += read) {
        read = await blob.read(piece, at)
        if (read === 0) break
        hash.update(piece.subarray(0, read))
        await file.write(piece, 0, read, at)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    const accepted = accepts(hash.digest())
    if (accepted) await rename(draft, path)
    else await rm(draft)
    return accepted
  }

  /** Whether a stored blob is complete and unchanged. */
  async isIntact(key: string, sha256: string): Promise<boolean> {
    return (await digestOf(this.blobPath(key)))?.sha256 === sha256
  }

  /** The content of a stored blob, in pieces. */
  readBlob(key: string): AsyncIterable<Buffer> {
    return createReadStream(this.blobPath(key), { highWaterMark: pieceBytes })
  }

  /** Every stored blob's key. */
  async *blobKeys(): AsyncIterable<string> {
    const root = join(this.root, 'blobs')
    for (const outer of await readdir(root).catch(() => []))
      for (const inner of await readdir(join(root, outer))) yield* await readdir(join(root, outer, inner))
  }

  async removeBlob(key: string): Promise<void> {
    await rm(this.blobPath(key), { force: true })
  }
}
