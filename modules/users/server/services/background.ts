import type { Logger } from '../../../platform/index.ts'

/** Work whose length must not show in an answer's time (A51). Failures are logged. */
export class Background {
  private readonly log: Logger
  private readonly running = new Set<Promise<void>>()
  constructor(log: Logger) {
    this.log = log
  }

  run(name: string, deed: () => Promise<void>): void {
    const work = Promise.try(deed)
      .catch((error: unknown) => this.log.error({ err: error, work: name }, 'work behind an answer failed'))
      .finally(() => this.running.delete(work))
    this.running.add(work)
  }

  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }
}
