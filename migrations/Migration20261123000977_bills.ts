import { Migration } from '@mikro-orm/migrations'

const statements = [
  // Without references to users: bills outlive the account whose id they name.
  `create table bills (
    id uuid primary key,
    user_id uuid not null,
    subscription_id uuid not null references subscriptions (id),
    plan_version_id uuid not null references plan_versions (id),
    period_from timestamptz not null,
    period_to timestamptz not null,
    currency text not null,
    lines jsonb not null,
    cap bigint,
    total bigint not null constraint bills_total_check check (total >= 0 and (cap is null or total <= cap)),
    status text not null default 'open' constraint bills_status_check check (status in ('open', 'paid')),
    attempts integer not null default 0,
    charging boolean not null default false,
    next_attempt_at timestamptz not null default now(),
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    constraint bills_subscription_id_period_from_unique unique (subscription_id, period_from),
    constraint bills_period_check check (period_from < period_to)
  )`,
  `create index bills_open_index on bills (next_attempt_at) where status = 'open'`,
  'create index bills_user_id_index on bills (user_id)',
  'create index bills_plan_version_id_index on bills (plan_version_id)',
  'create index bills_period_to_index on bills (period_to)',
  `create function reject_bill_change() returns trigger language plpgsql as $$
  begin
    if (old.id, old.user_id, old.subscription_id, old.plan_version_id, old.period_from, old.period_to, old.currency,
        old.lines, old.cap, old.total, old.created_at) is distinct from
       (new.id, new.user_id, new.subscription_id, new.plan_version_id, new.period_from, new.period_to, new.currency,
        new.lines, new.cap, new.total, new.created_at) or old.status = 'paid' then
      raise exception 'bills are not changed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger reject_bill_change before update on bills for each row execute function reject_bill_change()`,
  `create trigger reject_change before delete or truncate on bills
    for each statement execute function reject_ledger_change()`,

  // The last number of a series. Its row stays locked until the invoice is committed: no number is skipped.
  `create table invoice_series (
    series text primary key,
    last_number bigint not null
  )`,
  `create table invoices (
    id uuid primary key,
    transaction_id uuid not null constraint invoices_transaction_id_unique unique references ledger_transactions (id),
    user_id uuid not null,
    series text not null,
    number bigint not null,
    seller jsonb not null,
    buyer jsonb not null,
    lines jsonb not null,
    currency text not null,
    total bigint not null,
    tax_rate text,
    tax bigint not null default 0 constraint invoices_tax_check check (tax between 0 and total),
    period_from timestamptz,
    period_to timestamptz,
    created_at timestamptz not null default now(),
    constraint invoices_series_number_unique unique (series, number)
  )`,
  'create index invoices_user_id_index on invoices (user_id)',
  `create trigger reject_change before update or delete or truncate on invoices
    for each statement execute function reject_ledger_change()`,
]

/** Bills of metered periods, and invoices without gaps in their numbers. What was billed is never changed. */
export class Migration20261123000977_bills extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    for (const table of ['invoices', 'invoice_series', 'bills']) this.addSql(`drop table ${table}`)
    this.addSql('drop function reject_bill_change')
  }
}
