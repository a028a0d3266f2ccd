import type { PageContextServer } from 'vike/types'
import { pageData } from '../../../../storage/ui.ts'
import { teamFoldersPath } from '../../../client/team-badge.ts'
import type {} from '../../../server/team-pages.ts'
import { redirectToFolder } from '../../redirect-to-folder.ts'

export const data = (page: PageContextServer) => {
  redirectToFolder(page)
  return pageData(page, teamFoldersPath, async (_storage, principal, _id, query) => {
    const { data, meta } = await page.services.teams.own(principal, 'all', query)
    return { data, meta: { ...meta, root: null, path: [] } }
  })
}
export type Data = Awaited<ReturnType<typeof data>>
