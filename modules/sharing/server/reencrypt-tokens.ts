import { createReencryptor, type ReencryptSecrets, type Tx } from '../../platform/index.ts'
import { LinkTokens } from './link-tokens.ts'

const tables = [
  ['shares', 'share-token'],
  ['file_requests', 'request-token'],
] as const

/**
 * Encrypts the tokens of share links and file requests under another APP_KEY. A link whose token is lost gets a new one,
 * because its owner lists and changes it by its token; its former URL, which others may have, goes on opening it.
 */
export const reencryptTokens: ReencryptSecrets = async (tx, change) => {
  let count = 0
  for (const [table, purpose] of tables) {
    const reencrypt = createReencryptor(change, purpose)
    const rows = await tx.query<{ id: string; token: Buffer }>(
      `select id, token_encrypted as token from ${table} for update`,
    )
    for (const { id, token } of rows) {
      const encrypted = reencrypt(token)
      if (encrypted) await tx.query(`update ${table} set token_encrypted = $2 where id = $1`, [id, encrypted])
      else if (change.isLost) await replaceToken(tx, table, id, new LinkTokens(change.to, purpose))
    }
    count += rows.length
  }
  return count
}

const replaceToken = async (tx: Tx, table: (typeof tables)[number][0], id: string, tokens: LinkTokens) => {
  const { hash, encrypted } = tokens.create()
  await tx.query(
    // After a second loss the first URL goes on opening the link: others may have had it for the longest time.
    `update ${table} set former_token_hash = coalesce(former_token_hash, token_hash), token_hash = $2, token_encrypted = $3
     where id = $1`,
    [id, hash, encrypted],
  )
}
