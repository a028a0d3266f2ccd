import type { Realtime } from '../../../platform/index.ts'
import type { BatchRow } from './repository.ts'

export const fileCreatedEvent = 'remote-file-created'
export const progressEvent = 'remote-upload-progress'

/** Publishes the progress of batches to their creators. Anonymous visitors have no realtime connection; they poll. */
export class RemoteUploadNotifications {
  private readonly realtime: Pick<Realtime, 'publish'>
  constructor(realtime: Pick<Realtime, 'publish'>) {
    this.realtime = realtime
  }

  /** Publishes that a URL is done or has failed. */
  urlEnded({ id, actor_id }: BatchRow, url: string): void {
    if (actor_id) this.realtime.publish({ userId: actor_id, event: fileCreatedEvent, ids: { batch: id, url } })
  }

  /** Publishes that more bytes were received. */
  progressed({ id, actor_id }: BatchRow): void {
    if (actor_id) this.realtime.publish({ userId: actor_id, event: progressEvent, ids: { batch: id } })
  }
}
