import type { Logger, Platform } from '../../../../platform/index.ts'
import { thumbnailsMade } from '../../contract.ts'
import type { ParentId } from '../events.ts'
import type { Watchers } from './watchers.ts'

/** ms in which previews become one message per folder: a thousand photos tell of themselves three times a second. */
const batchDelayMs = 300
/** More folders than that in one go are told as “anywhere”. */
const maxNamedFolders = 40

/** Where files with these bytes are; the bytes of copies are one and the same. Tabs beyond the limit ask by themselves. */
const foldersOfBlobsSql = `select distinct owner_id, parent_id from items where blob_id = any($1::uuid[]) and trashed_at is null limit 1000`

/** Tells open tabs in which folders previews have been made. They ask for those that they show, and for no others. */
export class ThumbnailNotifier {
  private blobs = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  private readonly db: Platform['db']
  private readonly realtime: Platform['realtime']
  private readonly watchers: Watchers
  private readonly log: Logger
  constructor({ db, realtime, events, log }: Pick<Platform, 'db' | 'realtime' | 'events' | 'log'>, watchers: Watchers) {
    this.db = db
    this.realtime = realtime
    this.watchers = watchers
    this.log = log
    realtime.describe(thumbnailsMade, async (_userId, { parentId, everything }) => ({
      parent_id: parentId,
      ...(everything ? { everything } : {}),
    }))
    events.on('storage.thumbnail.settled', ({ blobId }) => {
      this.blobs.add(blobId)
      this.timer ??= setTimeout(() => void this.publish(), batchDelayMs)
    })
  }

  /** Forgets what was not told yet. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  private async publish(): Promise<void> {
    const blobs = [...this.blobs]
    this.blobs = new Set()
    this.timer = null
    try {
      const rows = await this.db.query<{ owner_id: string; parent_id: ParentId }>(
        foldersOfBlobsSql,
        [blobs],
        'storage.preview-places',
      )
      for (const [owner, places] of Map.groupBy(rows, (row) => row.owner_id)) {
        const parents = places.map((place) => place.parent_id)
        const watching = Map.groupBy(await this.watchers.of(owner, parents), ({ userId }) => userId)
        for (const [userId, folders] of watching)
          this.publishToUser(
            userId,
            folders.map(({ parentId }) => parentId),
          )
      }
    } catch (error) {
      this.log.error({ err: error }, 'made previews not told')
    }
  }

  private publishToUser(userId: string, folders: readonly ParentId[]): void {
    const all = folders.length > maxNamedFolders
    for (const parentId of all ? [null] : folders)
      this.realtime.publish({ userId, event: thumbnailsMade, ids: { parentId, everything: all } })
  }
}
