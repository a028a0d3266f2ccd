import type { FilesApi } from '../../modules/storage/files-ui/client/files.api.ts'
import { createFiles } from '../../modules/storage/files-ui/client/files.store.ts'
import type { FolderView, FolderViewData } from '../../modules/storage/files-ui/client/folder-view.ts'
import { createLiveUpdates } from '../../modules/storage/files-ui/client/live-updates.ts'
import { testItem } from '../../modules/storage/tree/client/test-items.ts'
import { poll } from './poll.ts'

const location = { section: 'files' as const, id: null }
const sorting = { field: 'created_at' as const, direction: 'DESC' as const }

/** A server whose rows other clients change, and a view whose first visible row is `lead`. */
export const liveScreen = async (lead: number, size = 250) => {
  const world = {
    rows: Array.from({ length: size }, (_, n) => testItem(`f${n}`)),
    asked: 0,
    busy: false,
    /** Own calls that run. */
    calls: null as Promise<void> | null,
    /** Errors of the next calls for rows, and how often the next calls for levels of the tree fail. */
    errors: [] as object[],
    treeFailures: 0,
    favoriteReloads: 0,
    tree: [] as string[][],
    /** Runs after a page was read and before its response arrives. */
    beforeArrival: () => {},
  }
  const api = {
    page: async (_place: unknown, _sorting: unknown, where: { at: number } | { cursor: string }, count: number) => {
      world.asked += 1
      const error = world.errors.shift()
      if (error) throw error
      const start = 'at' in where ? where.at : Number(where.cursor)
      const items = world.rows.slice(start, start + count)
      const end = start + items.length
      const page = { items, total: world.rows.length, next: end < world.rows.length ? `${end}` : null }
      world.beforeArrival()
      return { ...page, root: null, path: [] }
    },
  } as unknown as FilesApi
  /** The data of the page, as the router loads it. */
  const pageData = async (): Promise<FolderViewData> => {
    const first = await api.page(location, sorting, { at: 0 }, 100)
    const meta = { paginate: { total: first.total, nextCursor: first.next }, root: null, path: [] }
    return { location, sorting, listing: { data: first.items.map((data) => ({ data })), meta } as never }
  }
  const files = createFiles(
    {
      api,
      sortingOf: () => ({ field: 'name', direction: 'ASC' }),
      onError: (error) => {
        throw error
      },
      onStale: () => live.schedule(),
      idle: () => world.calls,
    },
    await pageData(),
  )
  const folderView: FolderView = files.current()
  const askTree = async (ids: Iterable<string>) => {
    world.tree.push([...ids])
    world.treeFailures -= 1
    return world.treeFailures < 0
  }
  const tree = { refresh: askTree, reload: () => askTree(['all']) }
  const reloadFavorites = () => {
    world.favoriteReloads += 1
  }
  const live = createLiveUpdates({
    files,
    sidebar: { tree, reloadUsage: () => {}, reloadFavorites },
    busy: () => world.busy,
    hidden: () => false,
    delaysMs: { first: 10, listing: 150, slowListing: 300, sidebar: 150, failed: 10 },
  })
  const scrollTo = async (from: number) => {
    folderView.shown = { first: from, end: from + 20, lead: from }
    await folderView.listing.ensure(from, from + 20)
  }
  await scrollTo(lead)
  const shown = () => Array.from({ length: 20 }, (_, n) => folderView.listing.at(folderView.shown.first + n)?.id)
  const resolved = () =>
    poll(() => {
      const { shown, listing } = folderView
      return listing.allFresh(shown.first, Math.min(shown.first + 20, listing.state.total))
    })
  return { world, files, folderView, live, pageData, scrollTo, shown, resolved }
}
