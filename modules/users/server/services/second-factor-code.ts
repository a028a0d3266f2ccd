import type { Executor, Tx } from '../../../platform/index.ts'
import { normalCode } from '../../../shared/contract.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import type { Accounts } from './accounts.ts'
import { normalRecoveryCode, type twoFactorCipherOf } from './two-factor-secrets.ts'

/** A code is also valid in the time step before and after its own, because clocks differ. */
const toleranceSeconds = 30

export interface SecondFactor {
  code?: string | undefined
  recovery_code?: string | undefined
}

/** Marks a code as used. False when another request has used it meanwhile. */
type Use = (tx: Tx) => Promise<boolean>

interface Context {
  account: Account
  accounts: Accounts
  secrets: ReturnType<typeof twoFactorCipherOf>
}

/** Checks a code of the app or a recovery code. Null when it is wrong or used, otherwise the function that uses it up. */
export const findSecondFactorCode = (
  context: Context,
  { code, recovery_code }: SecondFactor,
  executor: Executor,
): Promise<Use | null> => {
  if (code) return findAppCode(context, code, executor)
  return recovery_code ? findRecoveryCode(context, recovery_code, executor) : Promise.resolve(null)
}

const findAppCode = async ({ account, secrets }: Context, typed: string, executor: Executor): Promise<Use | null> => {
  const { id, two_factor_secret } = account
  const token = normalCode(typed)
  if (!two_factor_secret || !/^\d{6}$/.test(token)) return null
  const secret = secrets.decryptSecret(two_factor_secret)
  const { verify } = await import('otplib')
  const result = await verify({ secret, token, epochTolerance: toleranceSeconds })
  if (!result.valid || !('timeStep' in result)) return null
  const step = result.timeStep
  // A code of this step or a later one was used before.
  const used = await executor
    .builder<UsersTables>()
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('two_factor_last_step', '>=', step)
    .executeTakeFirst()
  if (used) return null
  return async (tx) => {
    const { numUpdatedRows } = await tx
      .builder<UsersTables>()
      .updateTable('users')
      .set({ two_factor_last_step: step })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('two_factor_last_step', 'is', null), eb('two_factor_last_step', '<', step)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }
}

const findRecoveryCode = async (
  { account: { id }, accounts, secrets }: Context,
  typed: string,
  executor: Executor,
): Promise<Use | null> => {
  const recoveryCode = normalRecoveryCode(typed)
  const codesOf = (stored: string | null) => (stored ? secrets.decryptCodes(stored) : [])
  if (!codesOf(await readRecoveryCodes(executor, id)).includes(recoveryCode)) return null
  return async (tx) => {
    const codes = codesOf(await readRecoveryCodes(tx, id, { lock: true }))
    if (!codes.includes(recoveryCode)) return false
    const left = secrets.encryptCodes(codes.filter((code) => code !== recoveryCode))
    await accounts.update(id, { two_factor_recovery_codes: JSON.stringify(left) }, tx)
    return true
  }
}

/**
 * Encrypted recovery codes of an account; null without a second factor. `lock`: locks the row until the transaction
 * ends.
 */
export const readRecoveryCodes = async (
  executor: Pick<Executor, 'builder'>,
  userId: string,
  { lock = false } = {},
): Promise<string | null> => {
  const query = executor
    .builder<UsersTables>()
    .selectFrom('users')
    .select('two_factor_recovery_codes')
    .where('id', '=', userId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (row?.two_factor_recovery_codes as string | null | undefined) ?? null
}
