import { Migration } from '@mikro-orm/migrations'

const gateway = (table: string) =>
  `gateway text not null constraint ${table}_gateway_check check (gateway in ('stripe', 'paypal', 'paystack'))`

const statements = [
  `create table gateway_customers (
    user_id uuid not null references users (id) on delete cascade,
    ${gateway('gateway_customers')},
    customer text not null,
    created_at timestamptz not null default now(),
    primary key (user_id, gateway),
    constraint gateway_customers_customer_unique unique (gateway, customer)
  )`,

  // Without a reference to users: a payment may arrive after the account was deleted.
  `create table gateway_checkouts (
    reference text primary key,
    ${gateway('gateway_checkouts')},
    gateway_id text not null,
    user_id uuid not null,
    purpose text not null constraint gateway_checkouts_purpose_check check (purpose in ('funding', 'subscription')),
    plan_version_id uuid,
    amount bigint not null constraint gateway_checkouts_amount_check check (amount > 0),
    currency text not null,
    status text not null default 'open' constraint gateway_checkouts_status_check
      check (status in ('open', 'paid', 'failed', 'rejected')),
    created_at timestamptz not null default now(),
    constraint gateway_checkouts_gateway_id_unique unique (gateway, gateway_id)
  )`,
  'create index gateway_checkouts_created_at_index on gateway_checkouts (created_at)',

  `create table gateway_events (
    ${gateway('gateway_events')},
    id text not null,
    type text not null,
    object_kind text,
    object_id text,
    received_at timestamptz not null default now(),
    processed_at timestamptz,
    primary key (gateway, id)
  )`,
  `create index gateway_events_waiting_index on gateway_events (gateway, object_kind, object_id)
    where processed_at is null`,
  'create index gateway_events_received_at_index on gateway_events (received_at)',

  `create table payment_cards (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    ${gateway('payment_cards')},
    reference text not null,
    brand text not null,
    last4 text not null,
    expires_year integer not null,
    expires_month integer not null,
    is_default boolean not null default false,
    created_at timestamptz not null default now(),
    constraint payment_cards_reference_unique unique (gateway, reference)
  )`,
  'create index payment_cards_user_id_index on payment_cards (user_id)',
  'create unique index payment_cards_default_unique on payment_cards (user_id) where is_default',

  `create table gateway_prices (
    plan_version_id uuid not null references plan_versions (id) on delete cascade,
    ${gateway('gateway_prices')},
    id text not null,
    created_at timestamptz not null default now(),
    primary key (plan_version_id, gateway),
    constraint gateway_prices_id_unique unique (gateway, id)
  )`,
  `create table gateway_subscriptions (
    ${gateway('gateway_subscriptions')},
    id text not null,
    subscription_id uuid not null references subscriptions (id)
      constraint gateway_subscriptions_subscription_id_unique unique,
    created_at timestamptz not null default now(),
    primary key (gateway, id)
  )`,
]

/** What is known of users, payments, cards, prices and subscriptions at payment gateways, and the webhooks that arrived. */
export class Migration20261123000985_gateways extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    const tables = ['subscriptions', 'prices', 'events', 'checkouts', 'customers'].map((name) => `gateway_${name}`)
    for (const table of [...tables, 'payment_cards']) this.addSql(`drop table ${table}`)
  }
}
