import type { BrowserContext } from './browser-context.ts'
import type * as FindByName from './find-by-name.ts'

/** Looks for typed names, from the row with the focus; the answer may come from the network. */
export const createNameFinder = (load: () => Promise<typeof FindByName>, browsing: BrowserContext) => {
  let running = 0
  let from = -1
  return {
    find(typed: string, cursor: number, target: EventTarget): void {
      running += 1
      from = cursor
      // Offline, letters find nothing.
      load()
        .then(({ focusTyped }) => focusTyped(browsing, typed, { cursor, target }))
        .catch(() => undefined)
        .finally(() => {
          running -= 1
        })
    },
    /** Whether a key is meant for the row that is looked for, and must not act on the one with the focus. */
    holds: (key: string, cursor: number): boolean => running > 0 && from === cursor && /^(Enter|Delete)$/.test(key),
  }
}
