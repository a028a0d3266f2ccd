import type { Platform } from '../../../platform/index.ts'
import { bytesOfGigabytes } from '../../../shared/contract.ts'
import type { Engine } from './engine.ts'

/** 0 stands for no limit. */
export const zeroAsUnlimited = (bytes: number): number | null => (bytes > 0 ? bytes : null)

/** Without plans: only storage is limited, by the account's own limit or the installation's. */
export const noneEngine = (settings: Platform['settings']): Engine => {
  const storageLimits: Engine['storageLimits'] = async (accounts) => {
    if (!(await settings.get('storage_limitation'))) return accounts.map(() => null)
    const common = bytesOfGigabytes(await settings.get('default_max_storage_amount'))
    return accounts.map(({ max_storage_bytes: ownLimit }) => zeroAsUnlimited(ownLimit ?? common))
  }
  return {
    blockOf: async () => null,
    blockBy: () => null,
    storageLimits,
    storageLimitWithoutPlan: async (account) => (await storageLimits([account]))[0] ?? null,
    memberLimit: async () => null,
    ownLimits: async () => ({ storage: await settings.get('storage_limitation'), members: false }),
  }
}
