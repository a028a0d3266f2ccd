import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { EmojiTypeContext } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useRealtimeLine } from '../realtime/useRealtimeLine.ts'
import { type Account, ShellContext, type ShellParts } from './context.ts'
import { createShell } from './shell.store.ts'
import { ShortcutsSheet } from './shortcuts/ShortcutsSheet.tsx'

const leave = () => location.assign(`/sign-in?redirect=${encodeURIComponent(location.pathname + location.search)}`)

export interface ShellProviderProps {
  account: Account
  parts: ShellParts
  children: ReactNode
}

/** Once around the app, inside the kit's provider: what outlives a page of the frame around pages. */
export const ShellProvider = ({ account, parts, children }: ShellProviderProps): ReactNode => {
  const { prefs, theme, user } = usePageContext()
  const [shell] = useState(() => createShell({ prefs, theme, emoji: user?.emojiType ?? 'twemoji' }))
  const { emoji } = useSnapshot(shell.state)
  useRealtimeLine({ signedIn: account.signedIn, signedOut: leave })
  useEffect(() => {
    window.addEventListener('keydown', shell.shortcuts.handle)
    return () => window.removeEventListener('keydown', shell.shortcuts.handle)
  }, [shell])
  return (
    <ShellContext value={{ shell, account, parts }}>
      <EmojiTypeContext value={emoji}>{children}</EmojiTypeContext>
      <ShortcutsSheet />
    </ShellContext>
  )
}
