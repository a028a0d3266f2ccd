import { Migration } from '@mikro-orm/migrations'

/**
 * The texts of the cookie notice are shown on the pages of all modules: their keys begin with `web:` instead of `site:`. Moves
 * those of administrators; a text that is stored under the new key stays.
 */
export class Migration20261128004300_cookie_texts extends Migration {
  override up(): void {
    this.move('site', 'web')
  }

  override down(): void {
    this.move('web', 'site')
  }

  private move(from: string, to: string): void {
    const isMoved = `key like '${from}:cookies.%'`
    // A process that has read the texts before reads them again.
    this.addSql(`update languages set version = version + 1, updated_at = now()
      where locale in (select locale from language_strings where ${isMoved})`)
    this.addSql(`insert into language_strings (locale, key, value)
      select locale, '${to}' || substr(key, ${from.length + 1}), value from language_strings where ${isMoved}
      on conflict do nothing`)
    this.addSql(`delete from language_strings where ${isMoved}`)
  }
}
