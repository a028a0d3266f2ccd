import type { Logger } from '../../../platform/index.ts'

/** Runs work whose duration must not show in the response time (A51). Failures are logged. */
export class BackgroundWork {
  private readonly log: Logger
  private readonly running = new Set<Promise<void>>()
  constructor(log: Logger) {
    this.log = log
  }

  run(name: string, fn: () => Promise<void>): void {
    const work = Promise.try(fn)
      .catch((error: unknown) => this.log.error({ err: error, work: name }, 'background work failed'))
      .finally(() => this.running.delete(work))
    this.running.add(work)
  }

  /** Resolves when nothing is running. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }
}
