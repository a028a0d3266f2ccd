import { type Db, deleteInBatches, type Jobs } from '../../../platform/index.ts'
import { restorableFor } from './limits.ts'

/** Job: removes the rows of comments that can no longer be restored. */
export const definePurgeComments = ({ db, jobs }: { db: Db; jobs: Jobs }): void =>
  jobs.define(
    'purge-comments',
    async () => ({
      removed: await deleteInBatches(
        { db, jobs },
        { table: 'item_comments', time: 'deleted_at', condition: `deleted_at < now() - interval '${restorableFor}'` },
      ),
    }),
    { cron: '37 * * * *' },
  )
