import { Migration } from '@mikro-orm/migrations'

/** The inviter sees an id of its own: the invitation's id is the secret of its link. */
export class Migration20261126002400_invitation_listed_id extends Migration {
  override up(): void {
    this.addSql('alter table team_invitations add column listed_id uuid not null default gen_random_uuid()')
  }

  override down(): void {
    this.addSql('alter table team_invitations drop column listed_id')
  }
}
