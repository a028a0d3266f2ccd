import { foldText } from '../../../../web/contract.ts'

/** Pause in ms after which typing starts a new name. */
const resetAfterMs = 700
/** Keys that are shortcuts unless a name is being typed; with Shift they type. */
const screenShortcuts = ['u', 'n', 'i', 'v', 'd', 'g', '/', '?']

/** Collects typed letters into a name prefix. Returns null for other keys. `extensionKeys` are further shortcuts. */
export const createTypeAhead = (extensionKeys: readonly string[] = []) => {
  const shortcuts = new Set([...screenShortcuts, ...extensionKeys])
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  let sequence = Number.NEGATIVE_INFINITY
  return (event: {
    key: string
    ctrlKey: boolean
    metaKey: boolean
    altKey: boolean
    timeStamp: number
  }): string | null => {
    const { key, timeStamp } = event
    if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
    if (timeStamp - last > resetAfterMs) typed = ''
    if (typed === '' && (shortcuts.has(key) || timeStamp - sequence < 1_000)) {
      sequence = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      return null
    }
    typed += key
    last = timeStamp
    return typed
  }
}

/** Index of the next row, from `start` with wraparound, whose name starts with `typed`; -1 for none. */
export const findByName = (
  names: readonly { index: number; name: string }[],
  typed: string,
  start: number,
  locale: string,
): number => {
  const wanted = foldText(typed, locale)
  const hits = names.filter(({ name }) => foldText(name, locale).startsWith(wanted))
  return (hits.find(({ index }) => index >= start) ?? hits[0])?.index ?? -1
}
