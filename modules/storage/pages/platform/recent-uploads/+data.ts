import type { PageContextServer } from 'vike/types'
import { pageData } from '../../page-data.ts'

export const data = (page: PageContextServer) =>
  pageData(page, 'recent', async (storage, principal, _id, { per_page }) => {
    const { data, meta } = await storage.recentFiles(principal, { per_page })
    return { data, meta: { ...meta, root: null, path: [] } }
  })
export type Data = Awaited<ReturnType<typeof data>>
