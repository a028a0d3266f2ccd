import { Migration } from '@mikro-orm/migrations'

const tables = ['shares', 'file_requests']

/** `rotate-key --lost` gives links new tokens; their former addresses go on opening them. */
export class Migration20261129050000_former_tokens extends Migration {
  override up(): void {
    for (const table of tables) {
      this.addSql(`alter table ${table} add column former_token_hash bytea`)
      this.addSql(
        `create unique index ${table}_former_token_hash_unique on ${table} (former_token_hash) where former_token_hash is not null`,
      )
    }
  }

  override down(): void {
    for (const table of tables) this.addSql(`alter table ${table} drop column former_token_hash`)
  }
}
