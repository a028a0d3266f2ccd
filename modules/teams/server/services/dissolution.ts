import type { Audit, Db, Tx } from '../../../platform/index.ts'
import { includeInRoot } from '../../../storage/index.ts'
import type { TeamDirectory } from './directory.ts'
import { lockTeam } from './invitations.ts'
import { memberIds, teamFolderNames } from './people-queries.ts'

interface DissolutionDeps {
  db: Db
  audit: Audit
  directory: TeamDirectory
}

/** Ends team folders: their people lose access, and are notified. */
export class Dissolution {
  private readonly deps: DissolutionDeps
  constructor(deps: DissolutionDeps) {
    this.deps = deps
  }

  /** Dissolves all team folders of an account that is being deleted: their members are notified. */
  async allOf(ownerId: string): Promise<void> {
    const { owned } = await this.deps.directory.latest(ownerId)
    for (const id of owned) await this.one(ownerId, id)
  }

  /** Dissolves a team folder; the folder stays with its owner as an ordinary one. */
  one(ownerId: string, id: string): Promise<void> {
    return this.deps.db.transaction((tx) => this.within(tx, ownerId, id))
  }

  /** Dissolves the team folders among folders that the transaction deletes permanently: their members are notified. */
  async deleted(tx: Tx, ownerId: string, folderIds: readonly string[]): Promise<void> {
    const rows = await tx.query<{ folder_id: string }>(
      'select folder_id from team_folders where owner_id = $1 and folder_id = any($2::uuid[])',
      [ownerId, folderIds],
      'teams.among-deleted',
    )
    for (const { folder_id } of rows) await this.within(tx, ownerId, folder_id)
  }

  private async within(tx: Tx, ownerId: string, id: string): Promise<void> {
    const { audit, directory } = this.deps
    // An invited person joins before this lock, and is notified of the end, or does not join at all.
    await lockTeam(tx, [id])
    const invitations = await tx.query<{ id: string }>(
      `select id from team_invitations where folder_id = $1 and status in ('pending', 'waiting-for-registration')`,
      [id],
    )
    const event = { ownerId, folderId: id, userIds: await memberIds(tx, id) }
    const names = await teamFolderNames(tx, event)
    await tx.query('delete from team_folders where folder_id = $1', [id])
    await includeInRoot(tx, id)
    await audit({ actorId: ownerId, action: 'teams.folder.dissolved', target: id }, tx)
    for (const { id: invitationId } of invitations) tx.emit('teams.invitation.closed', { invitationId, answer: null })
    tx.emit('teams.folder.dissolved', { ...event, ...names })
    tx.afterCommit(() => directory.invalidate([ownerId, ...event.userIds]))
  }
}
