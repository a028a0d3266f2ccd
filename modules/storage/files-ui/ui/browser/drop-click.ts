/** Time in ms within which the click of a lifted finger comes; on a busy page timers may overtake it. */
const clickWithinMs = 500

/**
 * Drops the click of the touch that is under way. After a long press it would open the row, or hit the selection bar that
 * has appeared below the finger.
 */
export const dropClickOfTouch = (): void => {
  const listening = new AbortController()
  const { signal } = listening
  const stop = () => listening.abort()
  const options = { capture: true, signal }
  const drop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  addEventListener('click', drop, options)
  addEventListener('pointerdown', stop, options)
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, () => setTimeout(stop, clickWithinMs), options)
}
