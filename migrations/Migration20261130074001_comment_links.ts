import { Migration } from '@mikro-orm/migrations'

/** Notifications of comments name the item: their link leads to where it is when they are shown. */
export class Migration20261130074001_comment_links extends Migration {
  override up(): void {
    this.addSql(`update notifications
      set action = jsonb_build_object('type', 'comments', 'params', jsonb_build_object('id', params->>'itemId'))
      where category = 'comment'`)
  }

  override down(): void {
    this.addSql(`update notifications set action = null where action->>'type' = 'comments'`)
  }
}
