import { Migration } from '@mikro-orm/migrations'

const grants: readonly [table: string, path: string][] = [
  ['operations', "(scope -> 'grant')"],
  ['remote_batches', 'access_grant'],
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
    for (const [table, grant] of grants) {
      const renamed = renameKey(grant, from, to)
      const assigned =
        table === 'operations' ? `scope = jsonb_set(scope, '{grant}', ${renamed})` : `access_grant = ${renamed}`
      this.addSql(`update ${table} set ${assigned} where ${grant} ->> 'kind' = 'request' and ${grant} ? '${from}'`)
    }
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
