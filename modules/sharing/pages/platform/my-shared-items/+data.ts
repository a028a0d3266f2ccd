import type { PageContextServer } from 'vike/types'
import { pageData } from '../../../../storage/ui.ts'
import { sharedItemsPath } from '../../../client/share-badge.ts'
import type {} from '../../../server/shared-items-page.ts'

export const data = (page: PageContextServer) =>
  pageData(page, sharedItemsPath, async (_storage, principal, _id, query) => {
    const { data, meta } = await page.services.sharedItems.list(principal, query)
    return { data, meta: { ...meta, root: null, path: [] } }
  })
export type Data = Awaited<ReturnType<typeof data>>
