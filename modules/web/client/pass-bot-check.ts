import type { BotCheck, BotCheckProof } from '../../shared/contract.ts'
import { loadInTime } from '../kit/load-with-retry.ts'

const load = loadInTime(() => import('./bot-check.ts'))

/** Like `solveBotCheck`, whose code is loaded when a check is on. */
export const passBotCheck = async (check: BotCheck, action: string): Promise<BotCheckProof> =>
  check.kind === 'none' ? {} : (await load()).solveBotCheck(check, action)
