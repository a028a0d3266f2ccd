/** Time in ms after which a field that has not appeared will not appear any more. */
const giveUpAfterMs = 10_000

let typed = ''
let stopCollecting: (() => void) | null = null

/** Collects keys typed from now on until `takeEarlyTyping`: the search may be loading, with the page that has it. */
export const collectEarlyTyping = (): void => {
  takeEarlyTyping()
  const listening = new AbortController()
  const timer = setTimeout(takeEarlyTyping, giveUpAfterMs)
  stopCollecting = () => {
    clearTimeout(timer)
    listening.abort()
  }
  const collect = (event: KeyboardEvent) => {
    if (event.key === 'Escape') takeEarlyTyping()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if ([...event.key].length === 1) typed += event.key
    else return
    // Otherwise a letter could trigger a shortcut of the page that is still there.
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', collect, { capture: true, signal: listening.signal })
}

/** Ends collecting; returns the text typed meanwhile. */
export const takeEarlyTyping = (): string => {
  stopCollecting?.()
  stopCollecting = null
  const text = typed
  typed = ''
  return text
}
