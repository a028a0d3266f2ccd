import { Migration } from '@mikro-orm/migrations'

/**
 * Accounts in the order of names or emails, with the text that searches look in: a broad search that finds accounts at the
 * end of its order only then reads one index, instead of the table row by row. `email` is included because PostgreSQL
 * takes the expression from the index only if its column is there.
 */
export class Migration20261125001400_user_search_order extends Migration {
  override up(): void {
    this.addSql('create index users_name_search_index on users (sort_name, id) include (search_text)')
    this.addSql('create index users_email_search_index on users (lower(email), id) include (email, search_text)')
    this.addSql('drop index users_sort_name_index')
  }

  override down(): void {
    this.addSql('create index users_sort_name_index on users (sort_name, id)')
    this.addSql('drop index users_name_search_index, users_email_search_index')
  }
}
