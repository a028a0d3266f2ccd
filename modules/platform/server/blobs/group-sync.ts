import { syncFolder } from './files.ts'

interface Round {
  done: Promise<void>
  next: Promise<void> | null
}

/** One fsync of a folder for all who ask while the one before it runs. */
export class GroupSync {
  private readonly rounds = new Map<string, Round>()

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

  private start(path: string): Promise<void> {
    const done = syncFolder(path)
    const round: Round = { done, next: null }
    this.rounds.set(path, round)
    const finish = () => {
      if (this.rounds.get(path) === round && !round.next) this.rounds.delete(path)
    }
    done.then(finish, finish)
    return done
  }
}
