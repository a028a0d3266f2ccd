import { type Reencrypt, reencryptor } from '../../platform/index.ts'

interface Row {
  id: string
  secret: string
  codes: string | null
}

/** The secrets and recovery codes of second factors, under another APP_KEY. */
export const reencryptSecrets: Reencrypt = async (tx, change) => {
  const rows = await tx.query<Row>(
    `select id, two_factor_secret as secret, two_factor_recovery_codes as codes from users
     where two_factor_secret is not null for update`,
  )
  for (const { id, secret, codes } of rows) {
    const reencrypt = reencryptor(change, `two-factor.${id}`)
    const text = (encrypted: string) => reencrypt(Buffer.from(encrypted, 'base64')).toString('base64')
    await tx.query('update users set two_factor_secret = $2, two_factor_recovery_codes = $3::jsonb where id = $1', [
      id,
      text(secret),
      codes === null ? null : JSON.stringify(text(codes)),
    ])
  }
  return rows.reduce((sum, { codes }) => sum + (codes === null ? 1 : 2), 0)
}
