import type { Logger, Platform } from '../../../../platform/index.ts'
import { itemsChanged } from '../../contract.ts'
import type { ParentId } from '../events.ts'
import { Watchers } from './watchers.ts'

/** Changes of a folder within this time are sent as one message, so that an upload of 10,000 files sends four a second. */
const batchDelayMs = 250
/** Delay before another try to publish a batch, after the database did not answer. */
const retryDelayMs = 1_000
/** When one batch has more folders than this, one message says that any folder may have changed. */
const maxNamedFolders = 40

export interface FolderChangeNotice {
  ownerId: string
  parentIds: readonly ParentId[]
  /** Socket of the tab that caused the change and already shows it. */
  socketId?: string | null
}

/** Folder → socket that caused all of its changes; null when several did, or none. */
type PendingChanges = Map<ParentId, string | null>

const addTo = (lists: Map<ParentId, string[]>, key: ParentId, userId: string): void => {
  const list = lists.get(key)
  if (list) list.push(userId)
  else lists.set(key, [userId])
}

/** Notifies open tabs that the content of folders has changed (D30). */
export class ChangeNotifier {
  readonly watchers = new Watchers()
  private readonly pending = new Map<string, PendingChanges>()
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private readonly realtime: Platform['realtime']
  private readonly log: Logger
  private stopped = false
  constructor({ realtime, events, log }: Pick<Platform, 'realtime' | 'events' | 'log'>) {
    this.realtime = realtime
    this.log = log
    realtime.describe(itemsChanged, async (_userId, { parentId, everything }) => ({
      parent_id: parentId,
      ...(everything ? { everything } : {}),
    }))
    for (const name of ['storage.file.created', 'storage.folder.created', 'storage.item.renamed'] as const)
      events.on(name, (event) => this.record({ ...event, parentIds: [event.parentId] }))
    for (const name of [
      'storage.items.moved',
      'storage.items.trashed',
      'storage.items.restored',
      'storage.items.copied',
      'storage.folders.resized',
    ] as const)
      events.on(name, (event) => this.record(event))
    // Only the trash has changed. Its changes are published for the root.
    events.on('storage.items.purged', (event) => this.record({ ...event, parentIds: [null] }))
  }

  /** Publishes the change within `batchDelayMs`, together with further changes of the same folders. */
  record({ ownerId, parentIds, socketId = null }: FolderChangeNotice, delayMs = batchDelayMs): void {
    if (this.stopped) return
    const pending: PendingChanges = this.pending.get(ownerId) ?? new Map()
    for (const id of parentIds) pending.set(id, pending.has(id) && pending.get(id) !== socketId ? null : socketId)
    this.pending.set(ownerId, pending)
    if (!this.timers.has(ownerId))
      this.timers.set(
        ownerId,
        setTimeout(() => void this.publish(ownerId), delayMs),
      )
  }

  /** Publishes pending changes when the process ends: sockets of other processes are still open. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
    await Promise.all([...this.pending.keys()].map((ownerId) => this.publish(ownerId)))
  }

  private async publish(ownerId: string): Promise<void> {
    const pending = this.pending.get(ownerId)
    this.pending.delete(ownerId)
    this.timers.delete(ownerId)
    if (!pending) return
    try {
      const watching = Map.groupBy(await this.watchers.find(ownerId, [...pending.keys()]), ({ userId }) => userId)
      const everywhere: string[] = []
      const byFolder = new Map<ParentId, string[]>()
      for (const [userId, folders] of watching) {
        if (folders.length > maxNamedFolders) everywhere.push(userId)
        else for (const { parentId } of folders) addTo(byFolder, parentId, userId)
      }
      for (const [parentId, userIds] of byFolder)
        this.send(userIds, { parentId, everything: false }, pending.get(parentId) ?? null)
      const [first, ...others] = new Set(pending.values())
      this.send(everywhere, { parentId: null, everything: true }, others.length === 0 ? (first ?? null) : null)
    } catch (error) {
      this.log.error({ err: error }, 'cannot publish changes of folders')
      for (const [id, socketId] of pending) this.record({ ownerId, parentIds: [id], socketId }, retryDelayMs)
    }
  }

  private send(userIds: readonly string[], ids: { parentId: ParentId; everything: boolean }, except: string | null) {
    this.realtime.publishToAll(userIds, { event: itemsChanged, ids, except })
  }
}
