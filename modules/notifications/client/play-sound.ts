import { readStorage, writeStorage } from '../../web/contract.ts'

const lastPlayed = 'notifications.sounded'

/** Plays the sound of a notification in one tab only. Browsers allow it only after the user has interacted with the page. */
export const playSound = (id: string): void => {
  if (!navigator.userActivation?.hasBeenActive || readStorage(lastPlayed) === id) return
  writeStorage(lastPlayed, id)
  // Fails on devices without sound output.
  new Audio('/audio/blop.wav').play().catch(() => undefined)
}
