import type { Item, RestrictedAction } from '../../tree/contract.ts'
import { apiErrorOf } from '../../tree/ui.ts'
import type { OptimisticChanges } from './actions/changes.ts'
import type { ActionsDeps, SharedChangeDeps } from './actions/deps.ts'
import { createSerialQueue } from './actions/serial-queue.ts'
import { createPendingFolders } from './pending-folders.ts'
import { type ActionTarget, targetIds } from './selection-target.ts'

export type { TargetFolder } from './actions/move.ts'

interface PageDeps extends ActionsDeps {
  /** Called after each call that changes items. */
  onChanged: () => void
  /** Reports that the session has ended; `repeat` runs after the person has signed in again. */
  sessionEnded: (repeat?: () => void) => Promise<void>
  /** Loads the code of changes. */
  loadChanges: (deps: ActionsDeps & SharedChangeDeps) => Promise<OptimisticChanges>
  /** Tells that it could not be loaded. */
  tellNotLoaded: () => void
}

/** A change whose code may have to load before it begins. Resolves to undefined when it could not be loaded. */
type Late<Name extends keyof OptimisticChanges> = (
  ...given: Parameters<OptimisticChanges[Name]>
) => Promise<Awaited<ReturnType<OptimisticChanges[Name]>> | undefined>

/** Rejection of a change whose code could not be loaded, which has been told. */
const notLoaded = new Error('not loaded')

const isTarget = (value: unknown): value is ActionTarget =>
  typeof value === 'object' && value !== null && 'kind' in value

/**
 * The actions on items. Each shows its effect at once. An error rolls it back and offers a retry; undo is offered in a
 * toast instead of a confirmation before. The code of changes loads after the page: what is begun before waits for it.
 */
export const createActions = (deps: PageDeps) => {
  const { feedback, sidebar, t } = deps
  const queue = createSerialQueue(deps.onChanged)
  const pending = createPendingFolders()

  const showError = (error: unknown, retry?: () => void): void => {
    if (error === notLoaded) return
    const { status, code, message } = apiErrorOf(error)
    // Other errors with this status are about account restrictions.
    if (code === 'unauthenticated') void deps.sessionEnded(retry)
    else
      feedback.toast({
        kind: 'danger',
        text: status === 0 ? t('storage:toast.offline') : message || t('storage:toast.failed'),
        ...(retry ? { action: { label: t('web:kit.retry'), onAct: retry } } : {}),
      })
  }

  /** Whether the account may do this with the items, or in the folder. An alert explains a restriction. */
  const permitted = (action: RestrictedAction, ...items: (Item | null | undefined)[]): boolean => {
    const restriction = sidebar.restrictionOn(action, ...items)
    if (restriction)
      void feedback.alert({
        title: t(`storage:restriction.${restriction}.title`),
        body: t(`storage:restriction.${restriction}.body`),
      })
    return !restriction
  }

  let changes: OptimisticChanges | null = null
  let loading: Promise<OptimisticChanges> | null = null
  const loadOnce = async (): Promise<OptimisticChanges> => {
    try {
      changes = await deps.loadChanges({ ...deps, queue, pending, showError })
      return changes
    } catch (error) {
      loading = null
      throw error
    }
  }
  const load = (): Promise<OptimisticChanges> => {
    loading ??= loadOnce()
    return loading
  }
  /** Changes that wait for the code. A second press means the same change, as nothing shows that the first was noticed. */
  const waiting = new Map<string, Promise<unknown>>()
  /** Begins at once when the code has loaded. Code that cannot be loaded is told, and `otherwise` is called. */
  const late = <Name extends keyof OptimisticChanges>(
    name: Name,
    otherwise: () => undefined = () => undefined,
  ): Late<Name> => {
    const run = (...given: never[]) => {
      const begin = (all: OptimisticChanges): unknown => (all[name] as (...given: never[]) => unknown)(...given)
      if (changes) return begin(changes)
      const [target, ...rest] = given as unknown[]
      const key = isTarget(target) ? JSON.stringify([name, [...targetIds(target)], rest]) : null
      const again = key && waiting.get(key)
      if (again) return again
      const begun = load().then(begin, () => {
        if (key) waiting.delete(key)
        deps.tellNotLoaded()
        return otherwise()
      })
      if (key) waiting.set(key, begun)
      return begun
    }
    return run as Late<Name>
  }

  return {
    /** Whether calls are running whose effect is already shown. */
    busy: queue.holdsReads,
    idle: queue.idle,
    /** Shows an error in a toast. */
    showError,
    permitted,
    load,
    prefetch: () => void load().catch(() => undefined),
    folders: {
      ...pending,
      /** Rejects with the API error after the row has been removed. */
      create: late('createFolder', () => {
        throw notLoaded
      }) as OptimisticChanges['createFolder'],
      update: late('change'),
    },
    undoLast: late('undoLast'),
    replaceItem: late('replaceItem'),
    move: late('move'),
    copy: late('copy'),
    duplicate: late('duplicate'),
    trash: late('trash'),
    restore: late('restore'),
    destroy: late('destroy'),
    emptyTrash: late('emptyTrash'),
    extract: late('extract'),
    importExport: late('importExport'),
    customize: late('customize'),
    rename: late('rename'),
    update: late('update'),
    announceNumber: late('announceNumber'),
    setFavorite: late('setFavorite'),
    reorderFavorites: late('reorderFavorites'),
    removeFavorite: late('removeFavorite'),
  }
}

export type Actions = ReturnType<typeof createActions>
