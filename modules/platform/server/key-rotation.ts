import type { Tx } from './db/db.ts'
import { jobSchema } from './jobs/runner-tables.ts'
import { decrypt, deriveKey, encrypt } from './keys.ts'
import type { SettingDefinitions } from './settings/definition.ts'

/** Two values of APP_KEY. */
interface KeyChange {
  from: Buffer
  to: Buffer
  /**
   * The database's key does not exist any more: values that neither key decrypts are replaced, or removed where people could
   * not continue with them.
   */
  isLost: boolean
  /** Called for each value that neither key decrypts. */
  unreadable(purpose: string): void
}

/**
 * Encrypts a module's stored secrets with another APP_KEY, in one transaction of all modules; resolves with their number.
 */
export type ReencryptSecrets = (tx: Tx, change: KeyChange) => Promise<number>

/**
 * Makes a function that encrypts a value with the key of `purpose` derived from the new APP_KEY. It returns a value
 * unchanged that an earlier rotation has encrypted with the new key already, and null for a value that neither key decrypts.
 */
export const createReencryptor = ({ from, to, unreadable }: KeyChange, purpose: string) => {
  const [old, next] = [deriveKey(from, purpose), deriveKey(to, purpose)]
  return (encrypted: Buffer): Buffer | null => {
    try {
      return encrypt(next, decrypt(old, encrypted))
    } catch {
      if (isDecrypted(next, encrypted)) return encrypted
      unreadable(purpose)
      return null
    }
  }
}

const isDecrypted = (key: Buffer, encrypted: Buffer): boolean => {
  try {
    decrypt(key, encrypted)
    return true
  } catch {
    return false
  }
}

/** The platform's own: secret settings, and emails that wait to be sent. An unreadable setting reads as its default. */
export const reencryptPlatform =
  (definitions: SettingDefinitions): ReencryptSecrets =>
  async (tx, change) => {
    const setting = createReencryptor(change, 'settings')
    const secrets = Object.entries(definitions).flatMap(([name, { secret }]) => (secret ? [name] : []))
    const settings = await tx.query<{ name: string; value: string }>(
      'select name, value from settings where name = any($1::text[]) and value is not null for update',
      [secrets],
    )
    for (const { name, value } of settings) {
      const encrypted = setting(Buffer.from(value, 'base64'))
      if (encrypted)
        await tx.query('update settings set value = $2 where name = $1', [name, encrypted.toString('base64')])
    }
    return settings.length + (await reencryptMails(tx, change))
  }

const reencryptMails = async (tx: Tx, change: KeyChange): Promise<number> => {
  const [found] = await tx.query<{ there: boolean }>(
    `select to_regclass('${jobSchema}._private_jobs') is not null as there`,
  )
  if (!found?.there) return 0
  const mail = createReencryptor(change, 'mails')
  const jobs = await tx.query<{ id: string; payload: { encrypted: string } }>(
    `select id::text, payload from ${jobSchema}._private_jobs where payload::jsonb ? 'encrypted' for update`,
  )
  for (const { id, payload } of jobs) {
    const encrypted = mail(Buffer.from(payload.encrypted, 'base64'))?.toString('base64')
    if (!encrypted) continue
    await tx.query(`update ${jobSchema}._private_jobs set payload = $2::json where id = $1::bigint`, [
      id,
      JSON.stringify({ ...payload, encrypted }),
    ])
  }
  return jobs.length
}
