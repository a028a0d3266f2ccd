import type { Db, Jobs } from '../../../platform/index.ts'
import { nilUuid } from '../../../shared/contract.ts'
import { filmDemuxers } from './preview-source.ts'

const batchSize = 1_000

/** SQL: marks the next films behind the cursor `$2`. The condition on `video/` is the index's condition. */
export const markFilmsSql = `update blobs set thumbnail_status = 'pending' where id = any(array(
    select id from blobs where thumbnail_status = 'none' and media_type like 'video/%'
      and media_type = any($1::text[]) and id > $2 order by id limit ${batchSize}
  )) returning id`

/**
 * Defines the job that queues the films which were stored while ffmpeg was not installed, once in each process. It is a job
 * of its own: its failure does not hold up the thumbnails of other files.
 */
export const defineFilmMarking = (
  { db, jobs, ffmpeg }: { db: Db; jobs: Jobs; ffmpeg: string | null },
  onMarked: () => void,
): void => {
  let isDone = false
  const run = async () => {
    let marked = 0
    if (!ffmpeg || isDone) return { marked }
    let cursor = nilUuid
    await jobs.inBatches(async () => {
      const rows = await db.query<{ id: string }>(
        markFilmsSql,
        [Object.keys(filmDemuxers), cursor],
        'storage.mark-films',
      )
      for (const { id } of rows) if (id > cursor) cursor = id
      marked += rows.length
      if (rows.length > 0) onMarked()
      isDone = rows.length < batchSize
      return !isDone
    })
    return { marked }
  }
  jobs.define('mark-films', run, { cron: '*/5 * * * *' })
}
