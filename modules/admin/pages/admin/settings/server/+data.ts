import type { PageContextServer } from 'vike/types'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer) => {
  const admin = adminServices(page)
  return { health: await admin.health(), facts: admin.server() }
}
