import { Migration } from '@mikro-orm/migrations'

const statements = [
  'alter table gateway_prices add archived_at timestamptz',

  `create table plan_syncs (
    gateway text primary key constraint plan_syncs_gateway_check check (gateway in ('stripe', 'paypal', 'paystack')),
    synced integer not null,
    failed integer not null,
    reason text,
    synced_at timestamptz not null default now()
  )`,

  // Without a reference to users: the administrator who asked may be deleted.
  `create table refund_requests (
    id uuid primary key,
    transaction_id uuid not null references ledger_transactions (id),
    amount bigint not null constraint refund_requests_amount_check check (amount > 0),
    reason text not null,
    actor_id uuid not null,
    ip text not null,
    reference text,
    created_at timestamptz not null default now(),
    completed_at timestamptz
  )`,
  'create index refund_requests_transaction_id_index on refund_requests (transaction_id)',
  'create index refund_requests_open_index on refund_requests (created_at) where completed_at is null',
]

/** What the synchronisation of plans found, prices that are archived at their gateway, and refunds on their way. */
export class Migration20261124001010_plan_sync_refunds extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    this.addSql('drop table refund_requests')
    this.addSql('drop table plan_syncs')
    this.addSql('alter table gateway_prices drop column archived_at')
  }
}
