import fs from 'node:fs'
import { close, fsync } from './files.ts'

interface Round {
  done: Promise<void>
  next: Promise<void> | null
}

const mostOpen = 32

/** One fsync of a folder for all who ask while the one before it runs. */
export class GroupSync {
  private readonly rounds = new Map<string, Round>()
  /** Folders of the moment: files of a burst share theirs. */
  private readonly folders = new Map<string, number>()

  /** Resolves when names that were in the folder at the time of the call are durable. */
  sync(path: string): Promise<void> {
    const running = this.rounds.get(path)
    if (!running) return this.start(path)
    // The running one may have begun before our rename: only the next is sure to have it.
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

  /** Closes the oldest that nobody syncs at the moment. */
  private trim(): void {
    for (const [path, fd] of this.folders) {
      if (this.folders.size <= mostOpen) return
      if (this.rounds.has(path)) continue
      this.folders.delete(path)
      void close(fd)
    }
  }
}
