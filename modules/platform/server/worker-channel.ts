import cluster from 'node:cluster'

/** A message between the app processes: keys of a topic. The process that starts them passes it on to all others. */
export interface WorkerMessage {
  type: 'tell'
  topic: string
  keys: string[]
}

/** Whether a message of a process is one for the other app processes. */
export const isWorkerMessage = (message: unknown): message is WorkerMessage =>
  (message as WorkerMessage | null)?.type === 'tell'

/**
 * Tells the other app processes of this server (`WORKERS`) what their memory must forget, faster than through the database and
 * without its connection. A message may be lost when a process ends: what is cached expires by its age, too. With one process
 * it does nothing.
 */
export class WorkerChannel {
  /** Whether several processes serve requests. */
  readonly isShared = cluster.isWorker
  private readonly handlers = new Map<string, (key: string) => void>()
  /** Keys that are sent at the end of this turn of the event loop, by topic. */
  private pending: Map<string, Set<string>> | null = null
  private readonly onMessage = (message: unknown): void => {
    if (!isWorkerMessage(message)) return
    const handler = this.handlers.get(message.topic)
    if (handler) for (const key of message.keys) handler(key)
  }
  constructor() {
    if (this.isShared) process.on('message', this.onMessage)
  }

  /** Registers what is done with the keys that other processes tell. */
  listen(topic: string, handler: (key: string) => void): void {
    this.handlers.set(topic, handler)
  }

  /** Sends a key to all other processes. Those of one turn of the event loop go together, each once. */
  tell(topic: string, key = ''): void {
    if (!this.isShared) return
    if (!this.pending) setImmediate(() => this.flush())
    this.pending ??= new Map()
    const keys = this.pending.get(topic) ?? new Set()
    this.pending.set(topic, keys.add(key))
  }

  close(): void {
    process.off('message', this.onMessage)
  }

  private flush(): void {
    const topics = this.pending ?? []
    this.pending = null
    // The process that started this one may have ended; this one ends too then.
    for (const [topic, keys] of topics) process.send?.({ type: 'tell', topic, keys: [...keys] }, () => undefined)
  }
}
