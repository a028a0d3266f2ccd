import { createReencryptor, type ReencryptSecrets } from '../../platform/index.ts'
import { disableSecondFactorSql } from './services/sign-in-methods.ts'

interface Row {
  id: string
  secret: string
  codes: string | null
}

/**
 * Encrypts the secrets and recovery codes of second factors with another APP_KEY. When the former key is lost, second
 * factors are disabled: otherwise their accounts could never sign in again.
 */
export const reencryptSecrets: ReencryptSecrets = async (tx, change) => {
  const rows = await tx.query<Row>(
    `select id, two_factor_secret as secret, two_factor_recovery_codes as codes from users
     where two_factor_secret is not null for update`,
  )
  for (const { id, secret, codes } of rows) {
    const reencrypt = createReencryptor(change, `two-factor.${id}`)
    const text = (encrypted: string) => reencrypt(Buffer.from(encrypted, 'base64'))?.toString('base64')
    const nextSecret = text(secret)
    const nextCodes = codes === null ? null : text(codes)
    if (nextSecret && nextCodes !== undefined)
      await tx.query('update users set two_factor_secret = $2, two_factor_recovery_codes = $3::jsonb where id = $1', [
        id,
        nextSecret,
        nextCodes && JSON.stringify(nextCodes),
      ])
    else if (change.isLost) await tx.query(disableSecondFactorSql, [id])
  }
  return rows.reduce((sum, { codes }) => sum + (codes === null ? 1 : 2), 0)
}
