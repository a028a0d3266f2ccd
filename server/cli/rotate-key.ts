import { randomBytes } from 'node:crypto'
import { decodeKey, ownDataDir, setVariables, storeKeyCheck } from '../../modules/platform/index.ts'
import { encryptedData } from '../encrypted-data.ts'
import { readArgs, UsageError } from './args.ts'
import { existingConfig } from './existing-app.ts'
import { withApp } from './with-app.ts'

const keyBytes = 32
const replacedText =
  'Links have new addresses, and the former ones go on opening them. Second factors are off. Enter the passwords of services again.'

/**
 * `rotate-key [--lost] [--json]`: replaces APP_KEY while no server runs, and encrypts all stored secrets again. The new key is
 * in DATA_DIR/.env as APP_KEY_NEXT just before the transaction commits, when nothing else can fail; after an interruption
 * another run continues with it. `--lost`: the database gets the new key although the present one is not its own.
 */
export const rotateKeyCommand = async (args: readonly string[]): Promise<void> => {
  const { flags } = readArgs(args, { lost: 'boolean', json: 'boolean' })
  if (process.env.APP_KEY) throw new UsageError('the environment sets APP_KEY: move it into DATA_DIR/.env first')
  const { dataDir, nextAppKey } = existingConfig({ rotates: true })
  const owner = await ownDataDir(dataDir)
  try {
    const next = nextAppKey ?? randomBytes(keyBytes).toString('base64url')
    const unreadable: string[] = []
    const count = await withApp(
      ({ platform: { db, config, audit } }) =>
        db.transaction(async (tx) => {
          await tx.setStatementTimeout(0)
          let total = 0
          const change = {
            from: config.appKey,
            to: decodeKey(next),
            isLost: flags.lost === true,
            unreadable: (purpose: string) => unreadable.push(purpose),
          }
          for (const reencrypt of encryptedData) total += await reencrypt(tx, change)
          await storeKeyCheck(tx, decodeKey(next))
          await audit({ actorId: null, action: 'platform.key.rotated' }, tx)
          setVariables(dataDir, { APP_KEY_NEXT: next })
          return total - unreadable.length
        }),
      { rotates: true, isKeyLost: flags.lost },
    )
    setVariables(dataDir, { APP_KEY: next, APP_KEY_NEXT: null })
    if (flags.json) return console.log(JSON.stringify({ count, unreadable: unreadable.length }))
    console.log(`APP_KEY is new; ${count} secrets are encrypted with it. Forms that are open must be loaded again.`)
    if (unreadable.length === 0) return
    console.log(`${unreadable.length} secrets could not be read with either key: ${unreadable.join(', ')}`)
    console.log(flags.lost ? replacedText : 'They stay as they are.')
  } finally {
    owner.release()
  }
}
