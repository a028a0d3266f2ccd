import { Migration } from '@mikro-orm/migrations'

/**
 * Notifications of upload requests name the request instead of its link, which is a secret. Accounts whose email is not proven
 * lose what was sent to that email, which may be somebody else's; what is open is notified again when it is proven.
 */
export class Migration20261128001100_invited_accounts extends Migration {
  override up(): void {
    this.addSql(`delete from notifications n using users u
      where u.id = n.user_id and u.email_proven_at is null
      and (n.template = 'requestInvited' or (n.template = 'teamInvitation' and n.action->>'type' = 'invitation'))`)
    this.addSql(`update notifications n set action = (
        select jsonb_build_object('type', 'request', 'params', jsonb_build_object('id', r.id)) from file_requests r
        where r.token_hash = sha256(convert_to(split_part(n.action->'params'->>'url', '/', 3), 'UTF8'))
      ) where n.template = 'requestInvited' and n.action->>'type' = 'url'`)
    this.addSql(`create index file_requests_emails_index on file_requests using gin (emails jsonb_path_ops)
      where status = 'active'`)
  }

  override down(): void {
    this.addSql('drop index file_requests_emails_index')
    this.addSql(`update notifications set action = null where action->>'type' = 'request'`)
  }
}
