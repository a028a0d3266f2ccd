import { formatRelative, useNow, usePageContext, useT, useZone } from '../../../web/ui.ts'

/** Text of when a passkey or token was last used; null: never. */
export const useLastUsed = (): ((at: string | null) => string) => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  return (at) =>
    at ? t('users:security.lastUsed', { time: formatRelative(at, locale, zone, now) }) : t('users:security.neverUsed')
}
