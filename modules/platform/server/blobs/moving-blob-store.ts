import type { StoreUses } from '../store-uses.ts'
import {
  BlobError,
  type BlobRange,
  type BlobSpace,
  type BlobStore,
  type BlobStoreEntry,
  type DirectDownload,
  EmptyStoreError,
  type ExpectedContent,
  type LocalFile,
  type OpenBlob,
  type StagedFile,
} from './store.ts'

/** The result of `one`, or of `other` if `one` rejects with `missing`. */
const firstFound = async <T>(one: () => Promise<T>, other: () => Promise<T>): Promise<T> => {
  try {
    return await one()
  } catch (error) {
    if (error instanceof BlobError && error.reason === 'missing') return other()
    throw error
  }
}

/**
 * Blobs that are being moved (`blobs move`): new blobs go to `current`; the others stay in `previous` until they are copied.
 */
export class MovingBlobStore implements BlobStore {
  private readonly current: BlobStore
  private readonly previous: BlobStore
  constructor(current: BlobStore, previous: BlobStore) {
    this.current = current
    this.previous = previous
  }

  /** Either store may be empty: the current one when the move begins, the previous one when it ends. */
  async claim(installationId: string, expected?: ExpectedContent, uses?: StoreUses): Promise<void> {
    const stores = [this.current, this.previous]
    const outcomes = await Promise.allSettled(stores.map((store) => store.claim(installationId, expected, uses)))
    const failures = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null))
    const isEmpty = (failure: unknown) => failure instanceof EmptyStoreError
    if (failures.every(isEmpty)) throw failures[0]
    for (const [at, store] of stores.entries())
      if (isEmpty(failures[at])) await store.claim(installationId, 'any', uses)
    const other = failures.find((failure) => failure !== null && !isEmpty(failure))
    if (other) throw other
  }

  async renewUse(): Promise<void> {
    await Promise.all([this.current.renewUse?.(), this.previous.renewUse?.()])
  }

  newKey(): string {
    return this.current.newKey()
  }

  stage(key: string, options?: { scratch?: boolean }): Promise<StagedFile> {
    return this.current.stage(key, options)
  }

  /** Both stores stage on the same disk. */
  reopen(key: string): Promise<StagedFile> {
    return this.current.reopen(key)
  }

  restage(key: string, to: string): Promise<void> {
    return firstFound(
      () => this.current.restage(key, to),
      () => this.previous.restage(key, to),
    )
  }

  commit(key: string): Promise<void> {
    return this.current.commit(key)
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.current.put(key, bytes)
  }

  async discard(key: string): Promise<void> {
    await this.current.discard(key)
    await this.previous.discard(key)
  }

  open(key: string, range?: BlobRange): Promise<OpenBlob> {
    return firstFound(
      () => this.current.open(key, range),
      () => this.previous.open(key, range),
    )
  }

  readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void> {
    const one = (store: BlobStore, blob: { key: string; into: Buffer }) => store.readSmall([blob])
    return firstFound(
      () => this.current.readSmall(blobs),
      async () => {
        for (const blob of blobs)
          await firstFound(
            () => one(this.current, blob),
            () => one(this.previous, blob),
          )
      },
    )
  }

  localFile(key: string, options?: { maxBytes?: number }): Promise<LocalFile> {
    // A local store gives the path even if the file is missing.
    return this.current.stat(key).then((found) => (found ? this.current : this.previous).localFile(key, options))
  }

  async directUrl(key: string, download: DirectDownload): Promise<string | null> {
    return ((await this.current.stat(key)) ? this.current : this.previous).directUrl(key, download)
  }

  async unlink(key: string): Promise<void> {
    await this.current.unlink(key)
    await this.previous.unlink(key)
  }

  async quarantine(key: string): Promise<void> {
    for (const store of [this.current, this.previous]) if (await store.stat(key)) await store.quarantine(key)
  }

  restore(key: string): Promise<void> {
    return firstFound(
      () => this.current.restore(key),
      () => this.previous.restore(key),
    )
  }

  async *quarantined(): AsyncIterable<BlobStoreEntry> {
    yield* this.current.quarantined()
    yield* this.previous.quarantined()
  }

  async emptyQuarantine(before: Date): Promise<number> {
    return (await this.current.emptyQuarantine(before)) + (await this.previous.emptyQuarantine(before))
  }

  async *blobs(): AsyncIterable<BlobStoreEntry> {
    yield* this.current.blobs()
    yield* this.previous.blobs()
  }

  async *staged(): AsyncIterable<BlobStoreEntry> {
    const seen = new Set<string>()
    for (const store of [this.current, this.previous])
      for await (const file of store.staged()) {
        if (!seen.has(file.key)) yield file
        seen.add(file.key)
      }
  }

  async stat(key: string): Promise<BlobStoreEntry | null> {
    return (await this.current.stat(key)) ?? this.previous.stat(key)
  }

  space(): Promise<BlobSpace | null> {
    return this.current.space()
  }

  ensureRoom(bytes: number, options?: { staged?: boolean }): Promise<void> {
    return this.current.ensureRoom(bytes, options)
  }

  async probe(): Promise<boolean> {
    const probes = await Promise.all([this.current.probe(), this.previous.probe()])
    return probes.every(Boolean)
  }

  close(): void {
    this.current.close()
    this.previous.close()
  }
}
