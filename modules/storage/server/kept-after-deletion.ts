import type { Platform } from '../../platform/index.ts'
import { foreignCreator } from '../tree/index.ts'

/** Whether the account $1 has written comments on items of others, or stored items or versions with them. */
const leavesSql = `select exists (
    select from item_comments c join items i on i.id = c.item_id
    where c.author_id = $1 and c.deleted_at is null and i.owner_id <> $1
  ) or exists (select from items where creator_id = $1 and ${foreignCreator})
  or exists (select from item_versions where creator_id = $1 and ${foreignCreator}) as leaves`

/** Text about what stays in folders of others, without its author, when an account is deleted; none if nothing does. */
export const keptAfterDeletion =
  ({ db, i18n }: Pick<Platform, 'db' | 'i18n'>) =>
  async (userId: string, locale: string): Promise<string[]> => {
    const [row] = await db.query<{ leaves: boolean }>(leavesSql, [userId], 'storage.leaves-after-deletion')
    return row?.leaves ? [i18n.translator(locale)('storage:deletion.kept')] : []
  }
