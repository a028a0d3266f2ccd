import type { PageContextServer } from 'vike/types'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer) => {
  const services = adminServices(page)
  const [config, store] = await Promise.all([services.server(), services.store()])
  return { config, store }
}
