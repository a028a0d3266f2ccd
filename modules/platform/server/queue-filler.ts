/** Pause before the queue is read again while something waits: other processes add to it, and leave work when they end. */
const pollDelayMs = 3_000

interface QueueFillerDeps {
  /** Begins as much of what waits as fits. It asks `isOpen` before it begins anything. */
  fill(): Promise<void>
  /** Whether anything waits that no call of `wake` may announce. */
  isWaiting(): Promise<boolean>
  onError(error: unknown): void
}

/** Lets a process fill its slots from a queue in the database: at each call of `wake`, and by polling while something waits. */
export class QueueFiller {
  /** False: nothing begins any more. */
  isOpen = false
  private filling: Promise<void> | null = null
  private isWoken = false
  private timer: NodeJS.Timeout | null = null
  private readonly deps: QueueFillerDeps
  constructor(deps: QueueFillerDeps) {
    this.deps = deps
  }

  start(): void {
    this.isOpen = true
    this.wake()
  }

  /** Closes it at once; resolves when nothing begins any more. */
  async stop(): Promise<void> {
    this.isOpen = false
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    await this.filling
  }

  /** Fills the slots. A call while they are being filled fills them once more. */
  wake(): void {
    if (!this.isOpen) return
    this.isWoken = true
    this.filling ??= this.fill()
  }

  private async fill(): Promise<void> {
    try {
      while (this.isWoken && this.isOpen) {
        this.isWoken = false
        await this.deps.fill()
        if (!this.isOpen || this.isWoken || this.timer) continue
        if (await this.deps.isWaiting()) this.wakeLater()
      }
    } catch (error) {
      this.deps.onError(error)
      this.wakeLater()
    } finally {
      this.filling = null
    }
  }

  private wakeLater(): void {
    if (!this.isOpen || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.wake()
    }, pollDelayMs).unref()
  }
}
