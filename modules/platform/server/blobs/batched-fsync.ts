import fs from 'node:fs'
import { close, fsync } from './files.ts'

interface Round {
  done: Promise<void>
  next: Promise<void> | null
}

const maxOpenFolders = 32

/** Syncs folders. All calls for a folder that arrive while its fsync runs share the next one. */
export class BatchedFsync {
  private readonly rounds = new Map<string, Round>()
  /** Descriptors of recently synced folders: files of one burst share a folder. */
  private readonly folders = new Map<string, number>()

  /** Resolves when the directory entries that existed at the time of the call are durable. */
  sync(path: string): Promise<void> {
    const running = this.rounds.get(path)
    if (!running) return this.start(path)
    // The running fsync may have begun before the caller's rename; only the next one is certain to include it.
    running.next ??= running.done.then(
      () => this.start(path),
      () => this.start(path),
    )
    return running.next
  }

  closeAll(): void {
    for (const fd of this.folders.values()) fs.closeSync(fd)
    this.folders.clear()
  }

  private async start(path: string): Promise<void> {
    const fd = this.open(path)
    const done = fsync(fd)
    const round: Round = { done, next: null }
    this.rounds.set(path, round)
    try {
      await done
    } finally {
      if (this.rounds.get(path) === round && !round.next) this.rounds.delete(path)
      this.trim()
    }
  }

  private open(path: string): number {
    const known = this.folders.get(path)
    if (known !== undefined) return known
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
    this.folders.set(path, fd)
    return fd
  }

  /** Closes the oldest descriptors without a running fsync. */
  private trim(): void {
    for (const [path, fd] of this.folders) {
      if (this.folders.size <= maxOpenFolders) return
      if (this.rounds.has(path)) continue
      this.folders.delete(path)
      void close(fd)
    }
  }
}
