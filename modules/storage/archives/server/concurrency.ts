import { storageErrors } from '../../tree/index.ts'

/** Maximum archives that one caller downloads from this process at the same time (A37), each in one state of its content. */
const maxPerCaller = 3
/** Maximum connections of one caller to one archive, for clients that fetch its ranges in parallel. */
const maxConnectionsPerArchive = 16

interface Connection {
  archive: string
  /** The layout of the archive that it sends; null until it is known. */
  layout: object | null
}

/** One download that is counted until `release`. */
export interface CountedDownload {
  /** Call it with the layout that is sent. 429 when the caller downloads `maxPerCaller` other layouts. */
  use(layout: object): void
  release(): void
}

const tooMany = (limit: number) => storageErrors.fail('too-many-zips', { values: { limit } })

/**
 * Counts the archives that callers download, and the connections to each. Layouts are counted too, because each occupies
 * memory and a descriptor: an archive that changes between two connections has two.
 */
export class ZipConcurrency {
  private readonly callers = new Map<string, Set<Connection>>()

  /**
   * Counts a download. 429 when the caller downloads `maxPerCaller` other archives or has too many connections to this one.
   */
  acquire(caller: string, archive: string): CountedDownload {
    const open = this.callers.get(caller) ?? new Set<Connection>()
    const archives = [...open].map((connection) => connection.archive)
    const connections = archives.filter((other) => other === archive).length
    if (connections >= maxConnectionsPerArchive) throw tooMany(maxConnectionsPerArchive)
    if (connections === 0 && new Set(archives).size >= maxPerCaller) throw tooMany(maxPerCaller)
    const connection: Connection = { archive, layout: null }
    open.add(connection)
    this.callers.set(caller, open)
    return {
      use: (layout) => {
        const layouts = new Set([...open].flatMap((other) => other.layout ?? []))
        if (!layouts.has(layout) && layouts.size >= maxPerCaller) throw tooMany(maxPerCaller)
        connection.layout = layout
      },
      release: () => {
        open.delete(connection)
        if (open.size === 0 && this.callers.get(caller) === open) this.callers.delete(caller)
      },
    }
  }
}
