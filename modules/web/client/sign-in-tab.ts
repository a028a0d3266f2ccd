import { openChannel } from './open-channel.ts'

/** Name of the tab in which a person signs in again while the tab that opened it waits. */
const tabName = 'coffer-sign-in'
const channelName = 'coffer-session'

/** Opens sign-in beside this tab; call it in the click's own task. False when the browser blocks it. */
export const openSignInTab = (): boolean => window.open('/sign-in', tabName) !== null

/** Tells other tabs of the sign-in. True when this tab was opened by `openSignInTab`: it then closes. */
export const announceSignIn = (): boolean => {
  const channel = openChannel(channelName)
  channel?.postMessage('signed-in')
  channel?.close()
  const closes = window.name === tabName && window.opener !== null
  if (closes) window.close()
  return closes
}

/** Calls `callback` when somebody signs in in another tab. Returns the function that stops it. */
export const onSignInElsewhere = (callback: () => void): (() => void) => {
  const channel = openChannel(channelName)
  if (channel) channel.onmessage = callback
  return () => channel?.close()
}
