import type { Readable } from 'node:stream'

/**
 * The pieces of a form's file, for one reader. They are taken from the stream at once, so that no stream between the
 * connection and the reader keeps any; `read` resolves when the sender may go on.
 */
export class PartPieces implements AsyncIterable<Buffer> {
  private readonly waiting: Buffer[] = []
  private isHeld = false
  private isAwaited = true
  private source: ArrayBufferLike | null = null
  private sourceBytes = 0
  private isEnded = false
  private failure: Error | null = null
  private wakeReader = () => {}
  private wakeSender = () => {}

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      if (!this.isEnded) this.waiting.push(piece)
      this.wakeReader()
    })
    stream.on('error', (error) => this.end(error))
    stream.on('close', () => this.end(null))
  }

  /** Resolves when the reader has processed all pieces so far, or has stopped reading; at once after `stopWaiting`. */
  async read(): Promise<void> {
    while (this.isAwaited && (this.isHeld || this.waiting.length > 0))
      await new Promise<void>((resolve) => {
        this.wakeSender = resolve
      })
  }

  /** To be called when the sender is lost: `read` no longer waits for the reader. */
  stopWaiting(): void {
    this.isAwaited = false
    this.wakeSender()
  }

  /** Number of bytes of a buffer that the reader has processed; 0 unless its last piece is in this buffer. */
  bytesOf({ buffer }: Buffer): number {
    return buffer === this.source ? this.sourceBytes : 0
  }

  /** Drops the pieces that were not read. */
  abandon(): void {
    this.waiting.length = 0
    this.isHeld = false
    this.end(null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (;;) {
        const piece = this.waiting.shift()
        if (piece) {
          this.isHeld = true
          const { buffer, length } = piece
          yield piece
          this.isHeld = false
          this.sourceBytes = length + (buffer === this.source ? this.sourceBytes : 0)
          this.source = buffer
        } else if (this.failure) throw this.failure
        else if (this.isEnded) return
        else {
          this.wakeSender()
          await new Promise<void>((resolve) => {
            this.wakeReader = resolve
          })
        }
      }
    } finally {
      this.abandon()
    }
  }

  private end(error: Error | null): void {
    if (!this.isEnded) this.failure = error
    this.isEnded = true
    this.wakeReader()
    if (this.waiting.length === 0) this.wakeSender()
  }
}
