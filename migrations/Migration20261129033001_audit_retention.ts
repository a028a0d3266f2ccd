import { Migration } from '@mikro-orm/migrations'

/**
 * The audit log is append-only: no entry changes, and only a job deletes old ones. What it was asked for after years, whether an
 * account has ever signed in, becomes a column of the account.
 */
export class Migration20261129033001_audit_retention extends Migration {
  override up(): void {
    this.addSql('alter table users add column first_signed_in_at timestamptz')
    this.addSql(`update users u set first_signed_in_at = a.at from (
        select actor_id, min(created_at) as at from audit_log where action = 'users.sign-in.done' group by actor_id
      ) a where a.actor_id = u.id`)
    this.addSql(`create function reject_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
    end $$`)
    this.addSql(`create trigger reject_change before update or truncate on audit_log
      for each statement execute function reject_audit_change()`)
    // The minimum of the setting `audit_retention_days`.
    this.addSql(`create trigger reject_deletion before delete on audit_log
      for each row when (old.created_at > now() - interval '30 days') execute function reject_audit_change()`)
  }

  override down(): void {
    this.addSql('drop trigger reject_deletion on audit_log')
    this.addSql('drop trigger reject_change on audit_log')
    this.addSql('drop function reject_audit_change()')
    this.addSql('alter table users drop column first_signed_in_at')
  }
}
