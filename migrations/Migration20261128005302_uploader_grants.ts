import { Migration } from '@mikro-orm/migrations'

/** Where a grant is stored, and the assignment of a changed one. */
const grants: readonly { table: string; grant: string; assign: (changed: string) => string }[] = [
  {
    table: 'operations',
    grant: "(scope -> 'grant')",
    assign: (changed) => `scope = jsonb_set(scope, '{grant}', ${changed})`,
  },
  { table: 'remote_batches', grant: 'access_grant', assign: (changed) => `access_grant = ${changed}` },
]

const renameKey = (value: string, from: string, to: string) =>
  `(${value} - '${from}' || jsonb_build_object('${to}', ${value} -> '${from}'))`

/** JSON that is stored with operations, remote uploads and waiting jobs names the uploader of a file request `uploader`. */
export class Migration20261128005302_uploader_grants extends Migration {
  override up(): void {
    this.rename('guest', 'uploader', 'guestId', 'uploaderId')
  }

  override down(): void {
    this.rename('uploader', 'guest', 'uploaderId', 'guestId')
  }

  private rename(from: string, to: string, fromId: string, toId: string): void {
    for (const { table, grant, assign } of grants)
      this.addSql(
        `update ${table} set ${assign(renameKey(grant, from, to))}
         where ${grant} ->> 'kind' = 'request' and ${grant} ? '${from}'`,
      )
    this.addSql(`do $$ begin
      if to_regclass('jobs._private_jobs') is not null then
        update jobs._private_jobs j
        set payload = ((j.payload::jsonb - '${fromId}') || jsonb_build_object('${toId}', j.payload::jsonb -> '${fromId}'))::json
        from jobs._private_tasks t
        where t.id = j.task_id and t.identifier = 'send-request-digest' and j.payload::jsonb ? '${fromId}';
      end if;
    end $$`)
  }
}
