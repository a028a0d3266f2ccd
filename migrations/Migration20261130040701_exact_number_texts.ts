import { Migration } from '@mikro-orm/migrations'

const [zero, none] = ['storage:list.items_zero', 'storage:list.items_0']

/**
 * The text of an empty folder is that of the number 0, no longer that of the plural form `zero`, which in Latvian is also the
 * form of 10. Moves those of administrators; a text that is stored under the new key stays.
 */
export class Migration20261130040701_exact_number_texts extends Migration {
  override up(): void {
    this.move(zero, none)
  }

  override down(): void {
    this.move(none, zero)
  }

  private move(from: string, to: string): void {
    // A process that has read the texts before reads them again.
    this.addSql(`update languages set version = version + 1, updated_at = now()
      where locale in (select locale from language_strings where key = '${from}')`)
    this.addSql(`insert into language_strings (locale, key, value)
      select locale, '${to}', value from language_strings where key = '${from}' on conflict do nothing`)
    this.addSql(`delete from language_strings where key = '${from}'`)
  }
}
