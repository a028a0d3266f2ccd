import { Migration } from '@mikro-orm/migrations'

/** The notification of an invitation that was answered or withdrawn is found without reading those of everybody. */
export class Migration20261127003100_invitation_notifications extends Migration {
  override up(): void {
    this.addSql(
      `create index notifications_invitation_index on notifications ((action->'params'->>'id')) where category = 'team-invitation'`,
    )
  }

  override down(): void {
    this.addSql('drop index notifications_invitation_index')
  }
}
