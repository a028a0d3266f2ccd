import { Migration } from '@mikro-orm/migrations'

/**
 * A user has a customer, and a plan a price, in each account of a gateway whose credentials were used: test mode, live mode,
 * another account. `used_at`: which of them the last call found.
 */
export class Migration20261127002300_gateway_accounts extends Migration {
  override up(): void {
    for (const sql of [
      'alter table gateway_customers add column used_at timestamptz not null default now()',
      'alter table gateway_customers drop constraint gateway_customers_pkey, drop constraint gateway_customers_customer_unique',
      'alter table gateway_customers add primary key (gateway, customer)',
      'create index gateway_customers_user_id_index on gateway_customers (user_id, gateway, used_at)',
      'alter table gateway_prices add column used_at timestamptz not null default now()',
      'alter table gateway_prices drop constraint gateway_prices_pkey, drop constraint gateway_prices_id_unique',
      'alter table gateway_prices add primary key (gateway, id)',
      'create index gateway_prices_plan_version_id_index on gateway_prices (plan_version_id, gateway, used_at)',
    ])
      this.addSql(sql)
  }

  /** Of several, the one that was used last stays. */
  override down(): void {
    for (const sql of [
      `delete from gateway_customers c using gateway_customers n
       where n.user_id = c.user_id and n.gateway = c.gateway and (n.used_at, n.customer) > (c.used_at, c.customer)`,
      'drop index gateway_customers_user_id_index',
      'alter table gateway_customers drop constraint gateway_customers_pkey, drop column used_at',
      'alter table gateway_customers add primary key (user_id, gateway)',
      'alter table gateway_customers add constraint gateway_customers_customer_unique unique (gateway, customer)',
      `delete from gateway_prices c using gateway_prices n
       where n.plan_version_id = c.plan_version_id and n.gateway = c.gateway and (n.used_at, n.id) > (c.used_at, c.id)`,
      'drop index gateway_prices_plan_version_id_index',
      'alter table gateway_prices drop constraint gateway_prices_pkey, drop column used_at',
      'alter table gateway_prices add primary key (plan_version_id, gateway)',
      'alter table gateway_prices add constraint gateway_prices_id_unique unique (gateway, id)',
    ])
      this.addSql(sql)
  }
}
