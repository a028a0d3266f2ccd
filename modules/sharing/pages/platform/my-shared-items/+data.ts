import type { PageContextServer } from 'vike/types'
import { pageData } from '../../../../storage/ui.ts'
import { sharedList } from '../../../client/mark.ts'
import type {} from '../../../server/owner-pages.ts'

export const data = (page: PageContextServer) =>
  pageData(page, sharedList, async (_storage, principal, _id, { per_page = 30 }) => {
    const { data, meta } = await page.services.shares.items(principal, { per_page })
    return { data, meta: { ...meta, root: null, path: [] } }
  })
export type Data = Awaited<ReturnType<typeof data>>
