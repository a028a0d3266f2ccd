import type { PageContextServer } from 'vike/types'
import type { ServerPageData } from '../../../../contract.ts'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<ServerPageData> => {
  const admin = adminServices(page)
  const [health, backups, config, logs] = await Promise.all([
    admin.health(),
    admin.backups(),
    admin.server(),
    admin.logFiles(),
  ])
  return { health, backups, config, logs }
}
