import { foldText } from '../../../../web/contract.ts'

/** ms after which typing begins a new word. */
const patience = 700
/** Letters that are shortcuts while nothing is being typed; with Shift they type. */
const own = ['u', 'n', 'i', 'v', 'd', 'g', '/', '?']

/** Collects typed letters to the beginning of a name. `null`: the key is not part of one. `added`: further shortcuts. */
export const createTypeAhead = (added: readonly string[] = []) => {
  const shortcuts = new Set([...own, ...added])
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
    if (timeStamp - last > patience) typed = ''
    if (typed === '' && (shortcuts.has(key) || timeStamp - sequence < 1_000)) {
      sequence = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      return null
    }
    typed += key
    last = timeStamp
    return typed
  }
}

/** The next row, from `start` on and around, whose name begins like that; -1 when none does. */
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
