import { Migration } from '@mikro-orm/migrations'

/** Index for the daily deletion of old invitations, which would otherwise read all of them. */
export class Migration20261130041200_invitation_expiry_index extends Migration {
  override up(): void {
    this.addSql('create index team_invitations_expires_at_index on team_invitations (expires_at)')
  }

  override down(): void {
    this.addSql('drop index team_invitations_expires_at_index')
  }
}
