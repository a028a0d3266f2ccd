import type { PageContextServer } from 'vike/types'
import type { BotCheck } from '../../../../shared/contract.ts'
import type { OfferedProvider } from '../../../contract.ts'
import { offeredProviders } from '../offered-providers.ts'

export const data = async (page: PageContextServer): Promise<{ providers: OfferedProvider[]; botCheck: BotCheck }> => ({
  ...(await offeredProviders(page)),
  botCheck: await page.services.users.botCheck(),
})
