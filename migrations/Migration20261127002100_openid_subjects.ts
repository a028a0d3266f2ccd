import { Migration } from '@mikro-orm/migrations'

const identities = "provider = 'openid' and s.name = 'openid_issuer' and coalesce(s.value, '') <> ''"
/** As `server/providers/clients.ts` writes it. */
const issuer = String.raw`regexp_replace(s.value, '(/\.well-known/openid-configuration)?/?$', '')`

/**
 * The subject of an OpenID Connect provider with its issuer: only both together name a person. After a change of the issuer
 * the same subject may be somebody else.
 */
export class Migration20261127002100_openid_subjects extends Migration {
  override up(): void {
    this.addSql(`update sign_in_identities set subject = ${issuer} || ' ' || subject from settings s
      where ${identities} and position(' ' in subject) = 0`)
  }

  override down(): void {
    this.addSql(`update sign_in_identities set subject = split_part(subject, ' ', 2) from settings s
      where ${identities} and position(' ' in subject) > 0`)
  }
}
