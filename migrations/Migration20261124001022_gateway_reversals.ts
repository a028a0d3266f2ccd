import { Migration } from '@mikro-orm/migrations'

const statements = [
  `create table gateway_reversals (
    gateway text not null constraint gateway_reversals_gateway_check check (gateway in ('stripe', 'paypal', 'paystack')),
    kind text not null constraint gateway_reversals_kind_check check (kind in ('refund', 'dispute')),
    id text not null,
    payment text not null,
    amount bigint not null constraint gateway_reversals_amount_check check (amount > 0),
    currency text not null,
    status text not null constraint gateway_reversals_status_check check (status in ('open', 'taken', 'closed')),
    applied_status text,
    created_at timestamptz not null default now(),
    primary key (gateway, kind, id)
  )`,
  'create index gateway_reversals_payment_index on gateway_reversals (gateway, payment)',
]

/** Refunds and disputes that gateways reported. */
export class Migration20261124001022_gateway_reversals extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    this.addSql('drop table gateway_reversals')
  }
}
