import { Migration } from '@mikro-orm/migrations'

const constraint = (name: string, check: string) => [
  `alter table ledger_accounts drop constraint ${name}`,
  `alter table ledger_accounts add constraint ${name} check (${check})`,
]

/**
 * What users owe is an account of the ledger, and balances change by entries only: with the entries append-only and each
 * account beginning at 0, a balance is the sum of its entries (decision 0042).
 */
export class Migration20261127001010_ledger_debts extends Migration {
  override up(): void {
    const statements = [
      ...constraint('ledger_accounts_kind_check', "kind in ('balance', 'debt', 'sales', 'bonus', 'gateway')"),
      ...constraint('ledger_accounts_user_check', "(user_id is not null) = (kind in ('balance', 'debt'))"),
      ...constraint(
        'ledger_accounts_balance_check',
        "(kind <> 'balance' or balance >= 0) and (kind <> 'debt' or balance <= 0)",
      ),
      `create index ledger_accounts_debt_index on ledger_accounts (user_id) where kind = 'debt' and balance < 0`,
      'alter table gateway_reversals drop column told_status',
      `create function reject_balance_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.balance = 0 then
            return new;
          end if;
        elsif tg_op = 'UPDATE' then
          -- From within add_ledger_entries, the trigger of the entries.
          if pg_trigger_depth() > 1 and (old.id, old.kind, old.user_id, old.gateway, old.currency) is not distinct from
            (new.id, new.kind, new.user_id, new.gateway, new.currency)
          then
            return new;
          end if;
        end if;
        raise exception 'balances are the sums of their entries' using errcode = 'restrict_violation';
      end $$`,
      `create trigger reject_balance_change before insert or update or delete on ledger_accounts
        for each row execute function reject_balance_change()`,
      `create trigger reject_truncate before truncate on ledger_accounts
        for each statement execute function reject_ledger_change()`,
    ]
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    const statements = [
      'drop trigger reject_truncate on ledger_accounts',
      'drop trigger reject_balance_change on ledger_accounts',
      'drop function reject_balance_change',
      'alter table gateway_reversals add column told_status text',
      'update gateway_reversals set told_status = applied_status',
      'drop index ledger_accounts_debt_index',
      // Fails while somebody owes something.
      "delete from ledger_accounts where kind = 'debt'",
      ...constraint('ledger_accounts_balance_check', "kind <> 'balance' or balance >= 0"),
      ...constraint('ledger_accounts_user_check', "(user_id is not null) = (kind = 'balance')"),
      ...constraint('ledger_accounts_kind_check', "kind in ('balance', 'sales', 'bonus', 'gateway')"),
    ]
    for (const statement of statements) this.addSql(statement)
  }
}
