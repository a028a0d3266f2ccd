/** ms. A change reaches all tabs at once, and each asks for a page of its own that no cache has. */
const spreadMs = 5_000

/**
 * Reloads once for the changes of some seconds, each tab at a time of its own; a hidden tab when it is shown again. Call the
 * first function after each change and the second one when the tab is shown.
 */
export const createSpreadReload = (
  reload: () => unknown,
  hidden = () => document.hidden,
  random = Math.random,
): [changed: () => void, shown: () => void] => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    if (!timer || hidden()) return
    clearTimeout(timer)
    timer = undefined
    reload()
  }
  return [
    () => {
      timer ??= setTimeout(run, random() * spreadMs)
    },
    run,
  ]
}
