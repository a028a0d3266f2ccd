import { Migration } from '@mikro-orm/migrations'

/**
 * Deletions that the owners of suspended accounts had asked for wait until the reactivation, as those of accounts that are
 * suspended later. Orders of administrators are due at once, and accounts whose deletion had begun have no `suspended_at`.
 */
export class Migration20261130041201_waiting_deletions extends Migration {
  override up(): void {
    this.addSql(`update users set deletion_reason = 'requested', deletion_at = null where status = 'suspended'
      and suspended_at is not null and deletion_at > now() and deletion_reason is null`)
  }

  /** Nothing to undo: the former version deletes no account without a time. */
  override down(): void {}
}
