import type { PageContextServer } from 'vike/types'
import { adminServices, billingServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer) => ({
  ...(await adminServices(page).settings('others')),
  subscriptions: await billingServices(page).currentSubscriptions(),
})
