import type { PageContextServer } from 'vike/types'
import { pageData } from '../../page-data.ts'

export const data = async (page: PageContextServer) => {
  const [listed, retentionDays] = await Promise.all([
    pageData(page, 'trash', (storage, principal, id, query) => storage.trash(principal, id, query)),
    page.services.storage.trashRetention(),
  ])
  return { ...listed, retentionDays }
}
export type Data = Awaited<ReturnType<typeof data>>
