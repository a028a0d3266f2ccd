import { Migration } from '@mikro-orm/migrations'

/**
 * Invitations to team folders end after 30 days; those that were sent before have them from now on. The foreign key's
 * cascade would read all invitations for each team folder that ends.
 */
export class Migration20261130040500_invitation_expiry extends Migration {
  override up(): void {
    this.addSql(
      `alter table team_invitations add column expires_at timestamptz not null default now() + interval '30 days'`,
    )
    this.addSql('alter table team_invitations alter column expires_at drop default')
    this.addSql('create index team_invitations_folder_id_index on team_invitations (folder_id)')
  }

  override down(): void {
    this.addSql('drop index team_invitations_folder_id_index')
    this.addSql('alter table team_invitations drop column expires_at')
  }
}
