import type { PageContextServer } from 'vike/types'
import { billingServices } from '../../../../admin-services.ts'

/** The currency of balances and, unless another one is chosen, of plans. */
export const data = async (page: PageContextServer) => ({ currency: await billingServices(page).currency() })
