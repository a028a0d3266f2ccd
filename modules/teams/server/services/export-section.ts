import type { Db } from '../../../platform/index.ts'
import { type PagedQuery, pagedLists } from '../../../users/index.ts'

const lists = {
  folders: {
    columns: `t.folder_id as id, f.name, t.created_at,
      array(select json_build_object('email', u.email, 'permission', m.permission) from team_members m
        join user_summaries u on u.id = m.user_id where m.folder_id = t.folder_id order by m.created_at) as members,
      array(select json_build_object('email', i.email, 'permission', i.permission, 'status', i.status)
        from team_invitations i where i.folder_id = t.folder_id order by i.created_at) as invitations`,
    from: 'team_folders t join item_summaries f on f.id = t.folder_id where t.owner_id = $1',
    key: { 't.created_at': 'timestamptz', 't.folder_id': 'uuid' },
  },
  memberships: {
    columns: 'm.folder_id as id, f.name, u.email as owner, m.permission, m.created_at',
    from: `team_members m join team_folders t on t.folder_id = m.folder_id join item_summaries f on f.id = m.folder_id
      join user_summaries u on u.id = t.owner_id where m.user_id = $1`,
    key: { 'm.created_at': 'timestamptz', 'm.folder_id': 'uuid' },
  },
} satisfies Record<string, PagedQuery>

/** Team folders of an account and its memberships, for its export. */
export const exportTeamsSection = (db: Db, userId: string) => pagedLists(db, lists, userId)
