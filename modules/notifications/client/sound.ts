import { readStorage, writeStorage } from '../../web/contract.ts'

const lastPlayed = 'notifications.sounded'

/** Plays the sound once for all tabs, and only in a page that the person has touched: browsers refuse it elsewhere. */
export const playSound = (id: string): void => {
  if (!navigator.userActivation?.hasBeenActive || readStorage(lastPlayed) === id) return
  writeStorage(lastPlayed, id)
  // A device without sound says no; nothing is lost.
  new Audio('/audio/blop.wav').play().catch(() => undefined)
}
