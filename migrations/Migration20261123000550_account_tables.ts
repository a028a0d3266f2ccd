import { Migration } from '@mikro-orm/migrations'

/** Table → its name from now on. */
const tables = { mail_tokens: 'email_tokens', personal_tokens: 'personal_access_tokens' }
/** Job → its name from now on. */
const jobs = { 'tidy-accounts': 'cleanup-accounts', 'forget-parked-jobs': 'delete-failed-jobs' }

const reversed = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([before, after]) => [after, before]))

/** Renames the table, and with it the constraints and indexes that bear its name. */
const renameTable = (before: string, after: string) => `do $$
  declare found record;
  begin
    alter table ${before} rename to ${after};
    for found in select conname as name from pg_constraint
      where conrelid = '${after}'::regclass and starts_with(conname, '${before}_')
    loop
      execute format('alter table ${after} rename constraint %I to %I', found.name,
        '${after}' || substr(found.name, ${before.length + 1}));
    end loop;
    for found in select relname as name from pg_index join pg_class on oid = indexrelid
      where indrelid = '${after}'::regclass and starts_with(relname, '${before}_')
    loop
      execute format('alter index %I rename to %I', found.name, '${after}' || substr(found.name, ${before.length + 1}));
    end loop;
  end $$`

/** Jobs that wait under the old name run under the new one. The tables are graphile-worker's, made at the first start. */
const renameJob = (before: string, after: string) => `do $$
  begin
    if to_regclass('jobs._private_tasks') is not null then
      update jobs._private_tasks set identifier = '${after}' where identifier = '${before}'
        and not exists (select 1 from jobs._private_tasks where identifier = '${after}');
    end if;
  end $$`

/** Standard names: tokens sent by email, personal access tokens, `created_at` of the audit log, two jobs. */
export class Migration20261123000550_account_tables extends Migration {
  private rename(tableNames: Record<string, string>, jobNames: Record<string, string>): void {
    for (const [before, after] of Object.entries(tableNames)) this.addSql(renameTable(before, after))
    for (const [before, after] of Object.entries(jobNames)) this.addSql(renameJob(before, after))
  }

  override up(): void {
    this.rename(tables, jobs)
    this.addSql('alter table audit_log rename column at to created_at')
  }

  override down(): void {
    this.addSql('alter table audit_log rename column created_at to at')
    this.rename(reversed(tables), reversed(jobs))
  }
}
