import { defineEntity, p } from '@mikro-orm/core'
import { folderReference } from '../../../storage/index.ts'
import { UserEntity } from '../../../users/index.ts'
import type { InvitationStatus, TeamPermission } from '../../contract.ts'
import { FolderPresenceEntity, PresenceProcessEntity } from './presence.entities.ts'

const time = () => p.datetime().columnType('timestamptz')
const user = (column: string) =>
  p.manyToOne(UserEntity).mapToPk().fieldName(column).deleteRule('cascade').updateRule('no action')
const teamFolder = () =>
  p.manyToOne(TeamFolderEntity).mapToPk().fieldName('folder_id').deleteRule('cascade').updateRule('no action')
const open = "status in ('pending', 'waiting-for-registration')"
const permissions = "permission in ('can_edit', 'can_view')"

/** A folder whose members access it besides its owner. */
const TeamFolderEntity = defineEntity({
  name: 'TeamFolder',
  tableName: 'team_folders',
  indexes: [{ name: 'team_folders_owner_id_index', properties: ['ownerId'] }],
  properties: {
    folderId: folderReference('folder_id').primary().deleteRule('cascade').updateRule('no action'),
    ownerId: user('owner_id'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** A member of a team folder; its owner has no row. */
const TeamMemberEntity = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  indexes: [{ name: 'team_members_user_id_index', properties: ['userId'] }],
  checks: [{ name: 'team_members_permission_check', expression: permissions }],
  properties: {
    folderId: () => teamFolder().primary(),
    userId: user('user_id').primary(),
    permission: p.text().$type<TeamPermission>(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** An invitation by email. Its id is the secret of the link in the email; the inviter sees `listedId` instead. */
const TeamInvitationEntity = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitations',
  indexes: [
    {
      name: 'team_invitations_open_unique',
      expression: `create unique index team_invitations_open_unique on team_invitations (folder_id, email) where ${open}`,
    },
    { name: 'team_invitations_email_index', properties: ['email'], where: open },
    { name: 'team_invitations_inviter_id_index', properties: ['inviterId'] },
    { name: 'team_invitations_folder_id_index', properties: ['folderId'] },
    { name: 'team_invitations_expires_at_index', properties: ['expiresAt'] },
  ],
  checks: [
    { name: 'team_invitations_permission_check', expression: permissions },
    {
      name: 'team_invitations_status_check',
      expression: "status in ('pending', 'accepted', 'rejected', 'waiting-for-registration')",
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    folderId: teamFolder,
    inviterId: user('inviter_id'),
    listedId: p.uuid().fieldName('listed_id').defaultRaw('gen_random_uuid()'),
    email: p.text(),
    permission: p.text().$type<TeamPermission>(),
    status: p.text().$type<InvitationStatus>().default('pending'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    /** From then on it can neither be accepted nor lead to a membership, and does not count. */
    expiresAt: time().fieldName('expires_at'),
    answeredAt: time().fieldName('answered_at').nullable(),
  },
})

export const teamEntities = [
  TeamFolderEntity,
  TeamMemberEntity,
  TeamInvitationEntity,
  PresenceProcessEntity,
  FolderPresenceEntity,
]
