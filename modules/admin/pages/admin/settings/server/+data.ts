import type { PageContextServer } from 'vike/types'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer) => {
  const admin = adminServices(page)
  const [health, backups, facts] = await Promise.all([admin.health(), admin.backups(), admin.server()])
  return { health, backups, facts }
}
