import { Migration } from '@mikro-orm/migrations'

type Names = Readonly<Record<string, string>>

/** Reason of a remote upload → its name from now on. */
const reasons: Names = {
  'bad-url': 'invalid-url',
  'bad-redirect': 'invalid-redirect',
  'bad-answer': 'invalid-response',
  'blacklisted-type': 'file-type-not-allowed',
  'not-allowed': 'forbidden',
  'unwanted-kind': 'type-not-accepted',
  'too-many-files': 'file-limit-reached',
}
/** Error code that ended an operation → its name from now on. */
const codes: Names = { 'not-allowed': 'forbidden', 'too-deep': 'max-depth-exceeded' }

const reversed = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]))

const rename = (table: string, column: string, names: Names) => `update ${table} set ${column} = renamed.name
  from (values ${Object.entries(names).map(([from, to]) => `('${from}', '${to}')`)}) renamed (old_name, name)
  where ${column} = renamed.old_name`

/** Why remote uploads and operations failed, in today's error codes. */
export class Migration20261123000710_failure_codes extends Migration {
  override up(): void {
    this.addSql(rename('remote_urls', 'failure_reason', reasons))
    this.addSql(rename('operations', 'error', codes))
  }

  override down(): void {
    this.addSql(rename('operations', 'error', reversed(codes)))
    this.addSql(rename('remote_urls', 'failure_reason', reversed(reasons)))
  }
}
