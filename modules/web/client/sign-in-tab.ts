import { openChannel } from './open-channel.ts'

/** Name of the tab in which a person signs in again while the tab that opened it waits. */
const tabName = 'coffer-sign-in'
const channelName = 'coffer-session'

/** Opens sign-in beside this tab; call it in the click's own task. False when the browser blocks it. */
export const openSignInTab = (): boolean => window.open('/sign-in', tabName) !== null

type Message = 'signed-in' | 'signed-out'

const post = (message: Message): void => {
  const channel = openChannel(channelName)
  channel?.postMessage(message)
  channel?.close()
}

/** Tells other tabs that the person has signed out here. */
export const announceSignOut = (): void => post('signed-out')

/** Tells other tabs of the sign-in. True when this tab was opened by `openSignInTab`: it then closes. */
export const announceSignIn = (): boolean => {
  post('signed-in')
  const closes = window.name === tabName && window.opener !== null
  if (closes) window.close()
  return closes
}

/** Calls `callback` when somebody signs in or out in another tab. Returns the function that stops it. */
export const onSignInOrOut = (callback: (isSignedIn: boolean) => void): (() => void) => {
  const channel = openChannel(channelName)
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => callback(data === 'signed-in')
  return () => channel?.close()
}
