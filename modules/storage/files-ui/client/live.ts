import type { ItemsChanged } from '../../tree/contract.ts'
import { refusalOf } from '../../tree/ui.ts'
import type { FilesStore, Opened } from './files.store.ts'
import { rootLevel } from './folder-tree.ts'
import { keepView } from './preserve-scroll.ts'
import type { SidebarStore } from './sidebar.store.ts'

export interface LiveDeps {
  files: Pick<FilesStore, 'current' | 'doubt'>
  sidebar: { tree: Pick<SidebarStore['tree'], 'refresh' | 'reload'>; weigh: () => void }
  /** Own calls are under way: the server does not know yet what is shown. */
  busy: () => boolean
  /** Nobody looks. */
  hidden: () => boolean
  pace?: typeof usualPace
}

/** ms: the first change is shown soon, a storm of them once in a while, and the usage less often. */
const usualPace = { first: 60, listing: 1_500, usage: 5_000 }
/** ms until another try when an own change came between. */
const again = 300

/** Whether changes in a folder are seen in a listing: in its rows, their counts of entries, or its path. */
const shows = ({ place, path, listing }: Opened, folder: string | null): boolean =>
  place.view !== 'files' ||
  folder === place.id ||
  (place.id !== null && (folder === null || path.some(({ id }) => id === folder))) ||
  (folder !== null && listing.find(folder) !== undefined)

/** Brings what other people and this person's other tabs change into the open listing, the tree and the usage. */
export const createLive = ({ files, sidebar, busy, hidden, pace = usualPace }: LiveDeps) => {
  let folders = new Set<string | null>()
  let everything = false
  let pending = false
  let running = false
  let ranAt = 0
  let weighedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let scales: ReturnType<typeof setTimeout> | undefined

  const plan = (wait: number) => {
    pending = true
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, wait)
  }
  const soon = () => plan(Math.max(pace.first, ranAt + pace.listing - Date.now()))
  const weighSoon = () => {
    if (scales) return
    const wait = Math.max(pace.first, weighedAt + pace.usage - Date.now())
    scales = setTimeout(() => {
      scales = undefined
      weighedAt = Date.now()
      sidebar.weigh()
    }, wait)
  }
  const refreshTree = (): Promise<void> => {
    const ids = Array.from(folders, (id) => id ?? rootLevel)
    const all = everything
    folders = new Set()
    everything = false
    if (all) return sidebar.tree.reload()
    return ids.length > 0 ? sidebar.tree.refresh(ids) : Promise.resolve()
  }
  async function run(): Promise<void> {
    // Brought up to date when somebody looks again.
    if (hidden()) return
    if (running || busy()) return plan(again)
    running = true
    pending = false
    ranAt = Date.now()
    const opened = files.current()
    const { listing, shown } = opened
    const tree = refreshTree()
    try {
      const done = await listing.confirm(shown.first, shown.end, (apply) => keepView(opened, apply))
      if (!done) plan(again)
      await tree
    } catch (error) {
      // The open folder is gone. Anything else is made good by the next change, or by the reconnection.
      if (refusalOf(error).status === 404) listing.fail(error)
    } finally {
      running = false
    }
  }

  return {
    changed: (change: ItemsChanged): void => {
      folders.add(change.parent_id)
      everything ||= change.everything ?? false
      files.doubt((opened) => everything || shows(opened, change.parent_id))
      weighSoon()
      soon()
    },
    /** Rows in doubt are about to be seen. */
    soon,
    /** Somebody looks again. */
    resume: (): void => {
      if (pending) soon()
    },
  }
}

export type Live = ReturnType<typeof createLive>
