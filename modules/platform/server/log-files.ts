import type { ReadStream } from 'node:fs'
import { appendFile, chown, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of the files, the newest first. A full file takes the name of the next one; the last one is overwritten. */
const logFileNames = ['warnings.log', 'warnings.1.log', 'warnings.2.log'] as const
type LogFileName = (typeof logFileNames)[number]

interface LogFile {
  name: LogFileName
  bytes: number
  /** When the last line was written. */
  at: Date
}

const maxFileBytes = 3_000_000
/** Maximum number of lines that wait for a slow disk; more are only in the process's output. */
const maxWaitingLines = 1_000
const isWarning = /^\{"level":(?:4|5|6)0,/

/**
 * Warnings and errors in `DATA_DIR/logs`, in three files of limited size, so that administrators can read them without
 * access to the server. The process's output has them too: a failed write is ignored.
 */
export class LogFiles {
  private readonly dataDir: string
  private readonly folder: string
  private readonly maxBytes: number
  private waiting: string[] = []
  private writing: Promise<void> | null = null
  private closed = false
  constructor(dataDir: string, maxBytes = maxFileBytes) {
    this.dataDir = dataDir
    this.folder = join(dataDir, 'logs')
    this.maxBytes = maxBytes
  }

  /** Adds a JSON line of the logger when it is a warning or an error. Neither throws nor waits. */
  add(line: string): void {
    if (this.closed || this.waiting.length >= maxWaitingLines || !isWarning.test(line)) return
    this.waiting.push(line)
    this.writing ??= this.write().finally(() => {
      this.writing = null
    })
  }

  /** The readable files, newest first. Unreadable ones are left out: the page about the server must show the rest. */
  async list(): Promise<LogFile[]> {
    const files = await Promise.all(
      logFileNames.map(async (name) => {
        const file = await stat(this.pathOf(name)).catch(() => null)
        return file ? [{ name, bytes: file.size, at: file.mtime }] : []
      }),
    )
    return files.flat()
  }

  /** The content of a file; null for one that `list` does not name. */
  async read(name: string): Promise<ReadStream | null> {
    const known = logFileNames.find((candidate) => candidate === name)
    const file = known ? await open(this.pathOf(known)).catch(() => null) : null
    return file?.createReadStream() ?? null
  }

  /** Waits until the lines added so far are written. */
  async settled(): Promise<void> {
    await this.writing
  }

  /** Writes the waiting lines; later lines are ignored. */
  async close(): Promise<void> {
    this.closed = true
    await this.writing
  }

  private pathOf(name: LogFileName): string {
    return join(this.folder, name)
  }

  private async write(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      while (this.waiting.length > 0) {
        await this.rotate()
        await appendFile(this.pathOf('warnings.log'), this.waiting.splice(0).join(''), { mode: 0o600 })
        if (process.getuid?.() === 0) await this.handOver()
      }
    } catch {
      this.waiting = []
    }
  }

  /** Gives files that a command of root creates to the server's account, which owns DATA_DIR. */
  private async handOver(): Promise<void> {
    const { uid, gid } = await stat(this.dataDir)
    for (const path of [this.folder, this.pathOf('warnings.log')]) await chown(path, uid, gid)
  }

  private async rotate(): Promise<void> {
    const { size } = await stat(this.pathOf('warnings.log')).catch(() => ({ size: 0 }))
    if (size < this.maxBytes) return
    await rename(this.pathOf('warnings.1.log'), this.pathOf('warnings.2.log')).catch(() => undefined)
    await rename(this.pathOf('warnings.log'), this.pathOf('warnings.1.log'))
  }
}
