import { type Reencrypt, reencryptor } from '../../platform/index.ts'

/** The tokens of share links and file requests, under another APP_KEY. */
export const reencryptTokens: Reencrypt = async (tx, change) => {
  let count = 0
  for (const [table, purpose] of [
    ['shares', 'share-token'],
    ['file_requests', 'request-token'],
  ] as const) {
    const reencrypt = reencryptor(change, purpose)
    const rows = await tx.query<{ id: string; token: Buffer }>(
      `select id, token_encrypted as token from ${table} for update`,
    )
    for (const { id, token } of rows)
      await tx.query(`update ${table} set token_encrypted = $2 where id = $1`, [id, reencrypt(token)])
    count += rows.length
  }
  return count
}
