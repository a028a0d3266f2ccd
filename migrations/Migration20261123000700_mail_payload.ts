import { Migration } from '@mikro-orm/migrations'

/** Emails that wait to be sent are read under the new name. The table is graphile-worker's, which its first start creates. */
const renameField = (before: string, after: string) => `do $$
  begin
    if to_regclass('jobs._private_jobs') is not null then
      update jobs._private_jobs j set payload = json_build_object('${after}', j.payload->'${before}')
      from jobs._private_tasks t
      where t.id = j.task_id and t.identifier = 'mail' and j.payload->'${before}' is not null;
    end if;
  end $$`

/** Standard name: the encrypted text of an email that waits to be sent. */
export class Migration20261123000700_mail_payload extends Migration {
  override up(): void {
    this.addSql(renameField('sealed', 'encrypted'))
  }

  override down(): void {
    this.addSql(renameField('encrypted', 'sealed'))
  }
}
