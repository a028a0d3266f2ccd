import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { deviceZone, userZone } from '../i18n/known-zone.ts'
import { EmojiTypeContext } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useRealtimeConnection } from '../realtime/useRealtimeConnection.ts'
import { type AccountActions, ShellContext } from './context.ts'
import { createShell } from './shell.store.ts'
import { ShortcutsHost } from './shortcuts/ShortcutsHost.tsx'
import { useSignedOutToast } from './signed-out-toast.ts'
import { useLiveSettings } from './useLiveSettings.ts'
import { useSessionEnd } from './useSessionEnd.ts'

interface ShellProviderProps {
  account: AccountActions
  children: ReactNode
}

/** Wraps the app once, inside KitProvider: state of the shell that outlives single pages. */
export const ShellProvider = ({ account, children }: ShellProviderProps): ReactNode => {
  const { prefs, theme, user } = usePageContext()
  const [shell] = useState(() => createShell({ prefs, theme, emoji: user?.emojiType ?? 'twemoji' }))
  const { emoji } = useSnapshot(shell.state)
  const sessionEnd = useSessionEnd(account)
  useRealtimeConnection({ isSignedIn: sessionEnd.isSignedIn, onSignedOut: sessionEnd.leave })
  useLiveSettings()
  useSignedOutToast()
  const userId = user?.id
  useEffect(() => (userId ? shell.followOtherTabs() : undefined), [shell, userId])
  const hasZone = userZone(user) !== null
  useEffect(() => {
    const zone = deviceZone()
    if (userId && !hasZone && shell.state.prefs.zone !== zone) shell.setPref('zone', zone)
  }, [shell, userId, hasZone])
  useEffect(() => {
    window.addEventListener('keydown', shell.shortcuts.handle)
    return () => window.removeEventListener('keydown', shell.shortcuts.handle)
  }, [shell])
  return (
    <ShellContext value={{ shell, account, sessionEnd }}>
      <EmojiTypeContext value={emoji}>{children}</EmojiTypeContext>
      <ShortcutsHost />
    </ShellContext>
  )
}
