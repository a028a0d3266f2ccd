import type { BotCheck, BotCheckProof } from '../../shared/contract.ts'

/** Like `solveBotCheck`, whose code is loaded when a check is on. */
export const passBotCheck = async (check: BotCheck, action: string): Promise<BotCheckProof> =>
  check.kind === 'none' ? {} : (await import('./bot-check.ts')).solveBotCheck(check, action)
