import type { PageContextServer } from 'vike/types'
import type { EnvironmentPageData } from '../../../../contract.ts'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<EnvironmentPageData> => {
  const services = adminServices(page)
  const [config, store] = await Promise.all([services.server(), services.store()])
  return { config, store }
}
