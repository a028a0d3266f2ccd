import { Worker } from 'node:worker_threads'
import type { TextNode } from '../../../web/contract.ts'

/** `language`: a name of highlight.js, or `markdown`. */
export interface FormatRequest {
  id: number
  text: string
  language: string
}
export interface FormatResult {
  id: number
  nodes: TextNode[]
}
/** Message of the thread when it can format texts. */
export type FormatterReady = 'ready'

const timeLimitMs = 1_500
/**
 * Time in which the thread must load its parsers, which takes seconds on a loaded machine. After it, loading goes on for the
 * next text.
 */
const defaultStartLimitMs = 3_000
const idleTimeoutMs = 30_000

/** Formats texts for pages, in a thread that starts on demand, is ended by a text that takes too long, and when idle. */
export class TextFormatter {
  private worker: Worker | null = null
  /** Settles when the thread has loaded, or was ended. */
  private ready: Promise<void> = Promise.resolve()
  private readonly pending = new Map<number, (nodes: TextNode[] | null) => void>()
  private lastId = 0
  private idleTimer: NodeJS.Timeout | null = null
  private readonly startLimitMs: number

  constructor(startLimitMs = defaultStartLimitMs) {
    this.startLimitMs = startLimitMs
  }

  /** Formats a text. Null when that takes too long: the text is then shown as it is. */
  async format(text: string, language: string): Promise<TextNode[] | null> {
    const id = ++this.lastId
    const worker = this.worker ?? this.start()
    const result = new Promise<TextNode[] | null>((resolve) => this.pending.set(id, resolve))
    worker.postMessage({ id, text, language } satisfies FormatRequest)
    let timer = setTimeout(() => this.settle({ id, nodes: null }), this.startLimitMs)
    void this.ready.then(() => {
      clearTimeout(timer)
      if (this.pending.has(id)) timer = setTimeout(() => this.stop(), timeLimitMs)
    })
    const nodes = await result
    clearTimeout(timer)
    this.restartIdleTimer()
    return nodes
  }

  stop(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    void this.worker?.terminate()
    this.worker = null
    for (const settle of this.pending.values()) settle(null)
    this.pending.clear()
  }

  private start(): Worker {
    const worker = new Worker(new URL('./text-formatter-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 96 },
    })
    this.ready = new Promise((resolve) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => resolve())
    })
    worker.on('message', (message: FormatResult | FormatterReady) => {
      if (message === 'ready') return
      this.settle(message)
    })
    worker.on('error', () => this.worker === worker && this.stop())
    worker.unref()
    this.worker = worker
    return worker
  }

  private settle({ id, nodes }: { id: number; nodes: TextNode[] | null }): void {
    this.pending.get(id)?.(nodes)
    this.pending.delete(id)
  }

  private restartIdleTimer(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    this.idleTimer = setTimeout(() => this.pending.size === 0 && this.stop(), idleTimeoutMs).unref()
  }
}
