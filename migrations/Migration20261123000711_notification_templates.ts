import { Migration } from '@mikro-orm/migrations'

const rename = (from: string, to: string) => `update notifications set template = '${to}' where template = '${from}'`

/** Notifications of a closed file request name their texts `requestClosed`. */
export class Migration20261123000711_notification_templates extends Migration {
  override up(): void {
    this.addSql(rename('requestFilled', 'requestClosed'))
  }

  override down(): void {
    this.addSql(rename('requestClosed', 'requestFilled'))
  }
}
