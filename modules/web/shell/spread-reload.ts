/** ms. A change reaches all tabs at once, and each asks for a page of its own that no cache has. */
const spreadMs = 5_000

interface SpreadReloadDeps {
  reload: () => void
  /** Whether the tab is hidden. */
  hidden: () => boolean
  /** From 0 to 1. */
  random?: () => number
}

/** Reloads once for the changes of some seconds, each tab at a time of its own; a hidden tab when it is shown again. */
export const createSpreadReload = ({ reload, hidden, random = Math.random }: SpreadReloadDeps) => {
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    if (hidden()) return
    isWanted = false
    reload()
  }
  return {
    changed: (): void => {
      isWanted = true
      timer ??= setTimeout(run, random() * spreadMs)
    },
    /** Call when the tab is shown again. */
    shown: (): void => {
      if (isWanted && !timer) run()
    },
    end: (): void => clearTimeout(timer),
  }
}
