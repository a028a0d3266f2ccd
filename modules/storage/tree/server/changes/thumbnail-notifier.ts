import type { Logger, Platform } from '../../../../platform/index.ts'
import { thumbnailsMade } from '../../contract.ts'
import type { ParentId } from '../events.ts'
import type { Watchers } from './watchers.ts'

/** Thumbnails made within this time are sent as one message per folder, so that a thousand photos send three a second. */
const batchDelayMs = 300
/** When one batch has more folders than this, one message stands for all folders. */
const maxNamedFolders = 40

/** Folders of the files with these blobs; copies share one blob. Beyond the limit, tabs find thumbnails by polling. */
const foldersOfBlobsSql = `select distinct owner_id, parent_id from items where blob_id = any($1::uuid[]) and trashed_at is null limit 1000`

/** Notifies open tabs of the folders in which thumbnails were made; the tabs fetch the ones of their visible rows. */
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

  /** Discards pending notifications. */
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
        'storage.folders-of-blobs',
      )
      for (const [owner, ownFolders] of Map.groupBy(rows, (row) => row.owner_id)) {
        const parents = ownFolders.map((folder) => folder.parent_id)
        const watching = Map.groupBy(await this.watchers.find(owner, parents), ({ userId }) => userId)
        for (const [userId, folders] of watching)
          this.publishToUser(
            userId,
            folders.map(({ parentId }) => parentId),
          )
      }
    } catch (error) {
      this.log.error({ err: error }, 'cannot publish thumbnails')
    }
  }

  private publishToUser(userId: string, folders: readonly ParentId[]): void {
    const all = folders.length > maxNamedFolders
    for (const parentId of all ? [null] : folders)
      this.realtime.publish({ userId, event: thumbnailsMade, ids: { parentId, everything: all } })
  }
}
