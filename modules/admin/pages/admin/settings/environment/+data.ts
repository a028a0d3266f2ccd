import type { PageContextServer } from 'vike/types'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer) => {
  const services = adminServices(page)
  const [facts, store] = await Promise.all([services.server(), services.store()])
  return { facts, store }
}
