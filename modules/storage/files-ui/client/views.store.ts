import { proxy } from 'valtio'
import { isTransient } from '../../../shared/contract.ts'
import type { ViewChanged, ViewSettings } from '../../tree/contract.ts'
import type { SectionLocation } from '../../tree/ui.ts'
import { type ResolvedView, resolveView, rootKey, settingsOf, viewKeyOf } from './view-settings.ts'

interface ViewsDeps {
  /** Stores settings, also when the page is left meanwhile. */
  put: (key: string, settings: ViewSettings) => Promise<void>
}

/** Time between two calls while somebody resizes columns. */
const saveDelayMs = 500
const retryDelayMs = 10_000

/** How each folder and list is shown. Changes apply at once and are stored for the account afterwards. */
export const createViews = ({ put: store }: ViewsDeps) => {
  const views: Record<string, ViewSettings> = {}
  const state = proxy({ version: 0 })
  const unsaved = new Set<string>()
  const saving = new Set<string>()
  let running = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Resolves with whether another attempt may store what this one did not. */
  const save = async (key: string): Promise<boolean> => {
    unsaved.delete(key)
    saving.add(key)
    try {
      await store(key, views[key] ?? {})
      return false
    } catch (error) {
      if (!isTransient(error)) return false
      unsaved.add(key)
      return true
    } finally {
      saving.delete(key)
    }
  }
  const saveAll = async (): Promise<void> => {
    if (running) return
    running = true
    clearTimeout(timer)
    let failed = false
    for (const key of [...unsaved]) if (await save(key)) failed = true
    // What was changed while others were stored has not failed.
    timer = setTimeout(
      () => {
        running = false
        if (unsaved.size > 0) void saveAll()
      },
      failed ? retryDelayMs : saveDelayMs,
    )
  }
  const set = (key: string, settings: ViewSettings) => {
    views[key] = settings
    state.version += 1
    unsaved.add(key)
    void saveAll()
  }
  const change = (location: SectionLocation, changes: ViewSettings): void => {
    const key = viewKeyOf(location)
    set(key, { ...settingsOf(views, key), ...changes })
  }

  const put = (key: string, settings: ViewSettings | null): void => {
    if (settings) views[key] = settings
    else delete views[key]
    state.version += 1
  }

  return {
    state,
    resolve: (location: SectionLocation): ResolvedView => resolveView(views, location),
    change,
    /** Whether a folder or list has settings besides those that it inherits. */
    isOwn: (location: SectionLocation): boolean => {
      const key = viewKeyOf(location)
      return key !== rootKey && Object.keys(settingsOf(views, key)).length > 0
    },
    /** The location inherits all settings again. */
    reset: (location: SectionLocation): void => set(viewKeyOf(location), {}),
    /** Folders without settings of their own are shown as this one. */
    makeDefault: (location: SectionLocation): void => {
      const { columns, ...resolved } = resolveView(views, location)
      set(rootKey, { ...resolved, ...(columns ? { columns: [...columns] } : {}) })
      if (viewKeyOf(location) !== rootKey) set(viewKeyOf(location), {})
    },
    /** Settings that a page brings, perhaps of another device; what this tab has not yet stored wins. */
    receive: (given: Readonly<Record<string, ViewSettings | null>>): void => {
      for (const [key, settings] of Object.entries(given)) {
        if (!unsaved.has(key) && !running) put(key, settings)
      }
    },
    /** A change of another tab or device; what this tab is storing itself wins. */
    changedElsewhere: ({ key, settings }: ViewChanged): void => {
      if (!unsaved.has(key) && !saving.has(key)) put(key, settings)
    },
    /** Sends what is not stored yet, before the page is left. */
    flush: (): void => {
      for (const key of [...unsaved]) void save(key)
    },
  }
}

export type ViewsStore = ReturnType<typeof createViews>
