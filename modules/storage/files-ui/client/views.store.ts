import { proxy } from 'valtio'
import { isTransient } from '../../../shared/contract.ts'
import type { StoredViews, ViewChanged, ViewChanges, ViewSettings } from '../../tree/contract.ts'
import type { SectionLocation } from '../../tree/ui.ts'
import { type ResolvedView, resolveView, rootKey, storedSettingsOf, viewKeyOf } from './view-settings.ts'

interface ViewsDeps {
  /** Stores changes of the settings, also when the page is left meanwhile. Another device may have changed others. */
  patch: (key: string, changes: ViewChanges) => Promise<void>
  /** All settings of the account. */
  read: () => Promise<StoredViews>
}

/** Time between two calls while somebody resizes columns. */
const saveDelayMs = 500
const retryDelayMs = 10_000

/** Each setting is inherited again. */
const inherited = { preview: null, sorting: null, columns: null, widths: null, density: null } satisfies ViewChanges

/** The settings after changes of them. */
const apply = (settings: ViewSettings, ...changes: (ViewChanges | undefined)[]): ViewSettings => {
  const merged: ViewChanges = Object.assign({}, settings, ...changes)
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as ViewSettings
}

/** Views of all folders and lists. Changes apply at once and are stored for the account afterwards. */
export const createViews = ({ patch, read }: ViewsDeps) => {
  const views: Record<string, ViewSettings> = {}
  const state = proxy({ version: 0 })
  const unsaved = new Map<string, ViewChanges>()
  const saving = new Map<string, ViewChanges>()
  /** Number of own changes plus number of stored ones. Settings read before the last of them are outdated. */
  let edits = 0
  let running = false
  /** Keys of these calls: what a page brings for them may have been read before. */
  const recent = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Resolves with whether the changes were not stored and another attempt may store them. */
  const save = async (key: string): Promise<boolean> => {
    const changes = unsaved.get(key) ?? {}
    unsaved.delete(key)
    saving.set(key, changes)
    try {
      await patch(key, changes)
      return false
    } catch (error) {
      if (!isTransient(error)) return false
      // With the values shown now: a later call, which may have been stored, has newer ones than this one had.
      const shown = Object.keys(changes).map((name) => [name, views[key]?.[name as keyof ViewSettings] ?? null])
      unsaved.set(key, { ...Object.fromEntries(shown), ...unsaved.get(key) })
      return true
    } finally {
      saving.delete(key)
      edits += 1
    }
  }
  const saveAll = async (): Promise<void> => {
    if (running) return
    running = true
    clearTimeout(timer)
    let failed = false
    for (const key of [...unsaved.keys()]) {
      recent.add(key)
      if (await save(key)) failed = true
    }
    // Settings changed while others were stored have not failed.
    timer = setTimeout(
      () => {
        running = false
        recent.clear()
        if (unsaved.size > 0) void saveAll()
      },
      failed ? retryDelayMs : saveDelayMs,
    )
  }
  const put = (key: string, settings: ViewSettings | null): void => {
    if (settings) views[key] = settings
    else delete views[key]
    state.version += 1
  }
  /** Puts settings of the server; changes of this tab that are not stored yet win. */
  const merge = (key: string, settings: ViewSettings | null): void => {
    const isPending = unsaved.has(key) || saving.has(key)
    put(key, isPending ? apply(settings ?? {}, saving.get(key), unsaved.get(key)) : settings)
  }
  const change = (key: string, changes: ViewChanges): void => {
    put(key, apply(storedSettingsOf(views, key), changes))
    unsaved.set(key, { ...unsaved.get(key), ...changes })
    edits += 1
    void saveAll()
  }
  return {
    state,
    resolve: (location: SectionLocation): ResolvedView => resolveView(views, location),
    change: (location: SectionLocation, changes: ViewSettings): void => change(viewKeyOf(location), changes),
    /** Whether a folder or list has settings of its own besides inherited ones. */
    isOwn: (location: SectionLocation): boolean => {
      const key = viewKeyOf(location)
      return key !== rootKey && Object.keys(storedSettingsOf(views, key)).length > 0
    },
    /** The location inherits all settings again. */
    reset: (location: SectionLocation): void => change(viewKeyOf(location), inherited),
    /** Folders without settings of their own are shown as this one. */
    makeDefault: (location: SectionLocation): void => {
      const { columns, ...resolved } = resolveView(views, location)
      change(rootKey, { ...inherited, ...resolved, ...(columns ? { columns: [...columns] } : {}) })
      if (viewKeyOf(location) !== rootKey) change(viewKeyOf(location), inherited)
    },
    /** Takes settings that a page brings, perhaps of another device; changes of this tab that are not stored yet win. */
    receive: (pageSettings: Readonly<Record<string, ViewSettings | null>>): void => {
      for (const [key, settings] of Object.entries(pageSettings))
        if (!unsaved.has(key) && !recent.has(key)) put(key, settings)
    },
    /** Reads all settings again, after changes of another device may have been missed. */
    reload: async (): Promise<void> => {
      let before: number
      let stored: StoredViews
      do {
        before = edits
        stored = await read()
      } while (before !== edits)
      for (const key of new Set([...Object.keys(views), ...Object.keys(stored)])) merge(key, stored[key] ?? null)
    },
    /** A change of another tab or device. */
    changedElsewhere: ({ key, settings }: ViewChanged): void => merge(key, settings),
    /** Sends changes that are not stored yet, before the page is left. */
    flush: (): void => {
      for (const key of [...unsaved.keys()]) void save(key)
    },
  }
}

export type ViewsStore = ReturnType<typeof createViews>
