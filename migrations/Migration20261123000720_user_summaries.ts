import { Migration } from '@mikro-orm/migrations'

/**
 * What users shows other modules of its accounts: a view, so that a join with it is planned as one with the table.
 * PostgreSQL refuses to change a column's type while a view names it: such a migration drops the view and makes it again.
 */
export class Migration20261123000720_user_summaries extends Migration {
  override up(): void {
    this.addSql(`create view user_summaries as
      select id, email, first_name, last_name, avatar, color from users`)
  }

  override down(): void {
    this.addSql('drop view user_summaries')
  }
}
