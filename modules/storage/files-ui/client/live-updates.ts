import { isTransient } from '../../../shared/contract.ts'
import type { ItemsChanged } from '../../tree/contract.ts'
import { apiErrorOf } from '../../tree/ui.ts'
import type { FilesStore } from './files.store.ts'
import { rootLevel } from './folder-tree.ts'
import type { FolderView } from './folder-view.ts'
import { preserveScroll } from './preserve-scroll.ts'
import type { SidebarStore } from './sidebar.store.ts'

interface LiveDeps {
  files: Pick<FilesStore, 'current' | 'markStale'>
  sidebar: { tree: Pick<SidebarStore['tree'], 'refresh' | 'reload'> } & Pick<
    SidebarStore,
    'reloadUsage' | 'reloadFavorites'
  >
  /** Own calls are running, so the server's rows are older than the ones shown. */
  busy: () => boolean
  /** Whether the page is hidden. */
  hidden: () => boolean
  delaysMs?: typeof defaultDelaysMs
}

/**
 * ms. The first change is shown soon; bursts are throttled, usage and favorites more than the listing. With the server's own
 * batches each change is seen within a second; while the server is slow, loading the listing takes a quarter of the time at
 * most.
 */
const defaultDelaysMs = { first: 60, listing: 600, slowListing: 1_500, sidebar: 5_000, failed: 1_000 }
/** Delay before another try when an own edit interfered. */
const retryDelayMs = 300
/** Failed calls are repeated after `failed` and then twice as long each time, up to this. */
const maxFailedDelayMs = 30_000

/** Whether a change in a folder affects a view: its rows, their item counts or its path. */
const shows = ({ location, path, listing }: FolderView, folder: string | null): boolean =>
  location.section !== 'files' ||
  folder === location.id ||
  (location.id !== null && (folder === null || path.some(({ id }) => id === folder))) ||
  (folder !== null && listing.find(folder) !== undefined)

/** Applies changes by other clients to the open listing, the tree, the favorites and the usage. */
export const createLiveUpdates = ({ files, sidebar, busy, hidden, delaysMs = defaultDelaysMs }: LiveDeps) => {
  let folders = new Set<string | null>()
  let everything = false
  let pending = false
  let running = false
  let ranAt = 0
  let intervalMs = delaysMs.listing
  let failures = 0
  let sidebarLoadedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = 0
  let sidebarTimer: ReturnType<typeof setTimeout> | undefined

  /** Time that is left of an interval. The clock may have been put back since it began. */
  const restOf = (beganAt: number, intervalMs: number) =>
    Math.max(delaysMs.first, Math.min(intervalMs, beganAt + intervalMs - Date.now()))
  const plan = (wait: number) => {
    pending = true
    const wantedAt = Date.now() + wait
    if (timer && dueAt <= wantedAt) return
    clearTimeout(timer)
    dueAt = wantedAt
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, wait)
  }
  const schedule = () => plan(restOf(ranAt, intervalMs))
  const scheduleSidebar = () => {
    if (sidebarTimer) return
    sidebarTimer = setTimeout(
      () => {
        sidebarTimer = undefined
        sidebarLoadedAt = Date.now()
        sidebar.reloadUsage()
        sidebar.reloadFavorites()
      },
      restOf(sidebarLoadedAt, delaysMs.sidebar),
    )
  }
  /** Whether all levels could be read. The next run asks again for the others. */
  const refreshTree = async (): Promise<boolean> => {
    const asked = folders
    const all = everything
    folders = new Set()
    everything = false
    if (!all && asked.size === 0) return true
    const done = all
      ? await sidebar.tree.reload()
      : await sidebar.tree.refresh(Array.from(asked, (id) => id ?? rootLevel))
    if (!done) {
      everything ||= all
      folders = folders.union(asked)
    }
    return done
  }
  const refreshListing = async (): Promise<boolean> => {
    const folderView = files.current()
    const { listing, shown } = folderView
    try {
      const done = await listing.refetchStale(shown.first, shown.end, (apply) => preserveScroll(folderView, apply))
      if (!done) plan(retryDelayMs)
    } catch (error) {
      // A 404 means that the open folder is gone.
      if (apiErrorOf(error).status === 404) listing.fail(error)
      return !isTransient(error)
    }
    return true
  }
  async function run(): Promise<void> {
    // Runs when the page becomes visible again.
    if (hidden()) return
    if (running || busy()) return plan(retryDelayMs)
    running = true
    pending = false
    ranAt = Date.now()
    const done = await Promise.all([refreshListing(), refreshTree()])
    running = false
    intervalMs = Math.min(Math.max(delaysMs.listing, 4 * (Date.now() - ranAt)), delaysMs.slowListing)
    if (done.every(Boolean)) {
      failures = 0
      return
    }
    plan(Math.min(delaysMs.failed * 2 ** failures, maxFailedDelayMs))
    failures += 1
  }

  return {
    changed: (change: ItemsChanged): void => {
      folders.add(change.parent_id)
      everything ||= change.everything ?? false
      files.markStale((folderView) => everything || shows(folderView, change.parent_id))
      scheduleSidebar()
      schedule()
    },
    /** Call when stale rows are about to be shown. */
    schedule,
    /** Call when the page becomes visible again. */
    resume: (): void => {
      if (pending) schedule()
    },
  }
}

export type LiveUpdates = ReturnType<typeof createLiveUpdates>
