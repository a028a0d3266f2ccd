import type { Db } from '../../../platform/index.ts'

/** Stored state of long work that is done in slices: one row, by name. */
export class StoredProgress<State extends object> {
  private readonly db: Db
  private readonly name: string
  private readonly initial: State
  constructor(db: Db, name: string, initial: State) {
    this.db = db
    this.name = name
    this.initial = initial
  }

  async read(): Promise<State> {
    const [row] = await this.db.query<{ state: State }>('select state from maintenance_progress where name = $1', [
      this.name,
    ])
    return { ...this.initial, ...row?.state }
  }

  async write(state: State): Promise<void> {
    await this.db.query(
      `insert into maintenance_progress (name, state) values ($1, $2::jsonb)
       on conflict (name) do update set state = excluded.state`,
      [this.name, JSON.stringify(state)],
    )
  }
}

const minBytesPerRun = 256 << 20
const maxBytesPerRun = 8 * 2 ** 30

/** Bytes that a job which runs each hour reads at a time, so that it has read all of them in so many days. */
export const bytesPerRun = (totalBytes: number, days: number): number => {
  return Math.min(Math.max(totalBytes / (days * 24), minBytesPerRun), maxBytesPerRun)
}

/** Days in which all content is read once. An object store checks its content by itself, a disk does not. */
export const contentPassDays = { disk: 30, objectStore: 180 }
