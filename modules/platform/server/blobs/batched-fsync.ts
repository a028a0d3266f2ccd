import fs from 'node:fs'
import { close, fsync as fsyncFile } from './files.ts'

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
  private readonly fsync: (fd: number) => Promise<void>

  constructor(fsync = fsyncFile) {
    this.fsync = fsync
  }

  /** Resolves when the directory entries that existed at the time of the call are durable. */
  sync(path: string): Promise<void> {
    const running = this.rounds.get(path)
    if (!running) return this.start(path)
    // The running fsync may have begun before the caller's rename; only the next one is certain to include it. When the
    // running one fails, no next one starts: the failure may concern the caller's entry, and the kernel reports it only
    // once.
    running.next ??= running.done.then(() => this.start(path))
    return running.next
  }

  closeAll(): void {
    for (const fd of this.folders.values()) fs.closeSync(fd)
    this.folders.clear()
  }

  private async start(path: string): Promise<void> {
    const round: Round = { done: this.run(path), next: null }
    this.rounds.set(path, round)
    try {
      await round.done
      if (!round.next) this.rounds.delete(path)
    } catch (error) {
      this.rounds.delete(path)
      throw error
    } finally {
      this.trim()
    }
  }

  private async run(path: string): Promise<void> {
    const fd = this.open(path)
    try {
      await this.fsync(fd)
    } catch (error) {
      // The descriptor would not report the error again.
      this.close(path, fd)
      throw error
    }
  }

  private open(path: string): number {
    const openFd = this.folders.get(path)
    if (openFd !== undefined) return openFd
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
    this.folders.set(path, fd)
    return fd
  }

  /** Closes the oldest descriptors without a running fsync. */
  private trim(): void {
    for (const [path, fd] of this.folders) {
      if (this.folders.size <= maxOpenFolders) return
      if (!this.rounds.has(path)) this.close(path, fd)
    }
  }

  private close(path: string, fd: number): void {
    this.folders.delete(path)
    // A broken disk may reject this, too.
    close(fd).catch(() => undefined)
  }
}
