import { Migration } from '@mikro-orm/migrations'

/** Administrators read the log of an account, as actor or as target, from its end. */
export class Migration20261123000901_audit_log_indexes extends Migration {
  override up(): void {
    this.addSql('create index audit_log_actor_index on audit_log (actor_id, id)')
    this.addSql('create index audit_log_target_index on audit_log (target, id)')
    this.addSql('create index audit_log_action_index on audit_log (action, id)')
  }

  override down(): void {
    this.addSql('drop index audit_log_actor_index, audit_log_target_index, audit_log_action_index')
  }
}
