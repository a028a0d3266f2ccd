import { Migration } from '@mikro-orm/migrations'

const moves = [
  ['storage:spotlight.', 'storage:search.'],
  ['admin:palette.', 'admin:search.'],
] as const

/**
 * The texts of the search dialog are named after it. Moves those of administrators; a text that is stored under the new key
 * stays.
 */
export class Migration20261130023000_search_texts extends Migration {
  override up(): void {
    for (const [before, after] of moves) this.move(before, after)
  }

  override down(): void {
    for (const [before, after] of moves) this.move(after, before)
  }

  private move(from: string, to: string): void {
    const isMoved = `key like '${from}%'`
    // A process that has read the texts before reads them again.
    this.addSql(`update languages set version = version + 1, updated_at = now()
      where locale in (select locale from language_strings where ${isMoved})`)
    this.addSql(`insert into language_strings (locale, key, value)
      select locale, '${to}' || substr(key, ${from.length + 1}), value from language_strings where ${isMoved}
      on conflict do nothing`)
    this.addSql(`delete from language_strings where ${isMoved}`)
  }
}
