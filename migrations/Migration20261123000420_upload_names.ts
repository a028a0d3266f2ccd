import { Migration } from '@mikro-orm/migrations'

const renamed: readonly [table: string, from: string, to: string][] = [
  ['upload_sessions', 'received', 'received_bytes'],
  ['upload_sessions', 'reserved', 'reserved_bytes'],
  ['upload_sessions', 'last_chunk_crc', 'last_chunk_crc32'],
  ['remote_batches', 'ground', 'access_grant'],
  ['remote_urls', 'reason', 'failure_reason'],
  ['remote_urls', 'total', 'total_bytes'],
  ['remote_urls', 'received', 'received_bytes'],
  ['remote_urls', 'lease', 'lease_id'],
]

/**
 * Columns of uploads and remote uploads say their unit and their role. The scope that is stored as JSON with an operation
 * calls what the caller's right depends on `grant`.
 */
export class Migration20261123000420_upload_names extends Migration {
  override up(): void {
    for (const [table, from, to] of renamed) this.addSql(`alter table ${table} rename column ${from} to ${to}`)
    for (const name of ['received', 'reserved'])
      this.addSql(
        `alter table upload_sessions rename constraint upload_sessions_${name}_check to upload_sessions_${name}_bytes_check`,
      )
    this.addSql(`update operations set scope = scope - 'ground' || jsonb_build_object('grant', scope -> 'ground')
      where scope ? 'ground'`)
  }

  override down(): void {
    this.addSql(`update operations set scope = scope - 'grant' || jsonb_build_object('ground', scope -> 'grant')
      where scope ? 'grant'`)
    for (const name of ['received', 'reserved'])
      this.addSql(
        `alter table upload_sessions rename constraint upload_sessions_${name}_bytes_check to upload_sessions_${name}_check`,
      )
    for (const [table, from, to] of renamed) this.addSql(`alter table ${table} rename column ${to} to ${from}`)
  }
}
