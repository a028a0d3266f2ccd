import type { Realtime } from '../../../platform/index.ts'
import type { BatchRow } from './repository.ts'

export const ended = 'remote-file-created'
export const moved = 'remote-upload-progress'

/** Tells who asked for a batch how it goes; guests have no line to be told by. */
export class RemoteNews {
  private readonly realtime: Pick<Realtime, 'publish'>
  constructor(realtime: Pick<Realtime, 'publish'>) {
    this.realtime = realtime
  }

  /** An address is done or has failed. */
  ended({ id, actor_id }: BatchRow, url: string): void {
    if (actor_id) this.realtime.publish({ userId: actor_id, event: ended, ids: { batch: id, url } })
  }

  /** Bytes have come. */
  moved({ id, actor_id }: BatchRow): void {
    if (actor_id) this.realtime.publish({ userId: actor_id, event: moved, ids: { batch: id } })
  }
}
