import { domainToASCII } from 'node:url'
import { Migration } from '@mikro-orm/migrations'

/** Tables with a column `email`, and the condition for another row `o` that must not have the same one as `t`. */
const tables: [name: string, isRival: string | null][] = [
  ['users', 'true'],
  ['email_changes', null],
  ['share_recipients', 'o.share_id = t.share_id'],
  ['file_request_uploaders', null],
  ['team_invitations', "o.folder_id = t.folder_id and o.status in ('pending', 'waiting-for-registration')"],
]

const inAscii = (email: string): string => {
  const [, local = '', domain = ''] = /^(.*@)(?=.*\P{ASCII})([\w.\P{ASCII}-]+)$/u.exec(email) ?? []
  return local + domainToASCII(domain)
}

/** Domains of stored emails in ASCII, as they are compared now. An address that exists in that form too stays as it is. */
export class Migration20261129062000_international_emails extends Migration {
  override async up(): Promise<void> {
    for (const [table, isRival] of tables) {
      const free = isRival ? `and not exists (select 1 from ${table} o where o.email = ? and ${isRival})` : ''
      for (const { email, ascii } of await this.international(`select distinct email from ${table} t`, 'email'))
        await this.execute(
          `update ${table} t set email = ? where email = ? ${free}`,
          isRival ? [ascii, email, ascii] : [ascii, email],
        )
    }
    const invited = 'select distinct x.email from file_requests, jsonb_array_elements_text(emails) as x (email)'
    for (const { email, ascii } of await this.international(invited, 'x.email'))
      await this.execute(
        `update file_requests set emails = (
           select jsonb_agg(coalesce(nullif(x.email, ?), ?) order by x.position)
           from jsonb_array_elements_text(emails) with ordinality as x (email, position)
         ) where emails @> to_jsonb(?::text) and not emails @> to_jsonb(?::text)`,
        [email, ascii, email, ascii],
      )
  }

  /** Nothing to undo: the former version compares this form as well. */
  override down(): void {}

  private async international(emails: string, column: string): Promise<{ email: string; ascii: string }[]> {
    const found = await this.execute(`${emails} where octet_length(${column}) > char_length(${column})`)
    return (found as unknown as { email: string }[])
      .map(({ email }) => ({ email, ascii: inAscii(email) }))
      .filter(({ email, ascii }) => ascii !== email && !/^$|@$/.test(ascii))
  }
}
