import type { Logger, Platform } from '../../../../platform/index.ts'
import { itemsChanged } from '../../contract.ts'
import type { ParentId } from '../events.ts'
import { Watchers } from './watchers.ts'

/** ms in which changes of a folder become one message: an upload of 10,000 files tells of itself four times a second. */
const gathering = 250
/** More folders than that in one go are told as “anything may have changed”. */
const mostFolders = 40

export interface Change {
  ownerId: string
  parentIds: readonly ParentId[]
  /** Socket of the tab that did it and shows it already. */
  socketId?: string | null
}

/** Folder → the one socket that caused all of its changes, or null when there were several, or none. */
type Gathered = Map<ParentId, string | null>

/** Tells open tabs that the content of folders has changed (API.md D30). */
export class Changes {
  readonly watchers = new Watchers()
  private readonly gathered = new Map<string, Gathered>()
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private readonly realtime: Platform['realtime']
  private readonly log: Logger
  constructor({ realtime, events, log }: Pick<Platform, 'realtime' | 'events' | 'log'>) {
    this.realtime = realtime
    this.log = log
    realtime.describe(itemsChanged, async (_userId, { parentId, everything }) => ({
      parent_id: parentId,
      ...(everything ? { everything } : {}),
    }))
    for (const name of ['storage.file.created', 'storage.folder.created', 'storage.item.renamed'] as const)
      events.on(name, (event) => this.note({ ...event, parentIds: [event.parentId] }))
    for (const name of [
      'storage.items.moved',
      'storage.items.trashed',
      'storage.items.restored',
      'storage.items.copied',
      'storage.folders.resized',
    ] as const)
      events.on(name, (event) => this.note(event))
    // Only the trash has changed; it is told as the root's.
    events.on('storage.items.removed', (event) => this.note({ ...event, parentIds: [null] }))
  }

  /** Soon, together with what else happens in these folders until then. */
  note({ ownerId, parentIds, socketId = null }: Change): void {
    const gathered: Gathered = this.gathered.get(ownerId) ?? new Map()
    for (const id of parentIds) gathered.set(id, gathered.has(id) && gathered.get(id) !== socketId ? null : socketId)
    this.gathered.set(ownerId, gathered)
    if (!this.timers.has(ownerId))
      this.timers.set(
        ownerId,
        setTimeout(() => void this.tell(ownerId), gathering),
      )
  }

  /** Forgets what was not told yet: at the end of the process, whose sockets are gone. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
    this.gathered.clear()
  }

  private async tell(ownerId: string): Promise<void> {
    const gathered = this.gathered.get(ownerId)
    this.gathered.delete(ownerId)
    this.timers.delete(ownerId)
    if (!gathered) return
    try {
      const watching = Map.groupBy(await this.watchers.of(ownerId, [...gathered.keys()]), ({ userId }) => userId)
      for (const [userId, folders] of watching) this.tellPerson(userId, folders, gathered)
    } catch (error) {
      this.log.error({ err: error }, 'changes of folders not told')
    }
  }

  private tellPerson(userId: string, folders: readonly { parentId: ParentId }[], gathered: Gathered): void {
    const send = (ids: { parentId: ParentId; everything: boolean }, except: string | null) =>
      this.realtime.publish({ userId, event: itemsChanged, ids, except })
    if (folders.length <= mostFolders) {
      for (const { parentId } of folders) send({ parentId, everything: false }, gathered.get(parentId) ?? null)
      return
    }
    const [first, ...others] = new Set(gathered.values())
    send({ parentId: null, everything: true }, others.length === 0 ? (first ?? null) : null)
  }
}
