import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../../platform/index.ts'
import {
  browseFolder,
  browseLatest,
  browseNavigation,
  browseSubfolders,
  browseTrash,
  listLargestFiles,
  measureSelection,
  showItem,
  showStorage,
  trashSummary,
} from '../../contract.ts'
import type { RequestScopes } from '../request-scopes.ts'
import type { Browse } from '../services/browse.ts'
import { largestFiles } from '../services/largest-files.ts'
import { lastTrashedAt } from '../services/last-trashed.ts'
import { selectedBytes } from '../services/measure-selected.ts'
import type { Navigation } from '../services/navigation.ts'
import type { RecentFiles } from '../services/recent-files.ts'
import { resolveSelection } from '../services/selection.ts'
import type { StorageUsageReport } from '../services/storage-usage.ts'
import { trashSummary as summarizeTrash } from '../services/trash-summary.ts'
import { requestScope } from './request.ts'

interface BrowseServices {
  scopes: RequestScopes
  browse: Browse
  recentFiles: RecentFiles
  navigation: Navigation
  storageUsage: StorageUsageReport
}

export const browseRoutes = (app: FastifyInstance, { db, i18n, settings }: Platform, tree: BrowseServices): void => {
  serve(app, browseFolder, async ({ params, query }, request) =>
    tree.browse.folder(await tree.scopes.ofItem(request, params.id), params.id, query),
  )
  serve(app, browseLatest, ({ query }, request) => tree.recentFiles.list(requestScope(request), query))
  serve(app, browseTrash, ({ params, query }, request) => tree.browse.trash(requestScope(request), params.id, query))
  serve(app, showItem, async ({ params }, request) =>
    tree.browse.item(await tree.scopes.ofItem(request, params.id), params.id),
  )
  serve(app, measureSelection, async ({ body }, request) => {
    const scope = await tree.scopes.ofTargets(request, body)
    return { data: { size: await selectedBytes(db, await resolveSelection(db, scope, body)) } }
  })
  serve(app, browseNavigation, (_call, request) =>
    tree.navigation.tree(requestScope(request), i18n.translator(request.locale)),
  )
  serve(app, browseSubfolders, async ({ params, query }, request) =>
    tree.navigation.level(await tree.scopes.ofItem(request, params.id), params.id, query.cursor),
  )
  serve(app, showStorage, async (_call, request) => ({ data: await tree.storageUsage.report(requestScope(request)) }))
  serve(app, listLargestFiles, async (_call, request) => ({
    data: (await largestFiles(db, requestScope(request))).map((data) => ({ data })),
  }))
  serve(app, trashSummary, async (_call, request) => {
    const scope = requestScope(request)
    const until = await lastTrashedAt(db, scope.ownerId)
    return {
      ...(await summarizeTrash(db, scope)),
      retention_days: await settings.get('trash_retention_days'),
      until,
    }
  })
}
