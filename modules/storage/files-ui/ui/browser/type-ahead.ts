/** Pause in ms after which typing starts a new name. */
const resetAfterMs = 700
/** Time in ms in which a letter continues a sequence of shortcuts that began with Alt. */
const sequenceTimeoutMs = 1_000
/** No name begins with these; they are shortcuts unless a name is being typed. */
const shortcutCharacters = ['/', '?', '؟']

/** Collects typed characters into a name prefix. Returns null for other keys. */
export const createTypeAhead = () => {
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
    if (event.altKey && key !== 'Alt') sequence = timeStamp
    if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
    if (timeStamp - last > resetAfterMs) typed = ''
    if (typed === '' && (shortcutCharacters.includes(key) || timeStamp - sequence < sequenceTimeoutMs)) {
      sequence = Number.NEGATIVE_INFINITY
      return null
    }
    typed += key
    last = timeStamp
    return typed
  }
}
