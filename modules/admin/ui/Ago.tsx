import { formatRelative, usePageContext } from '../../web/ui.ts'

/** A time as “3 minutes ago”. The server's text stays where a minute has passed until the browser hydrates the page. */
export const Ago = ({ at }: { at: string }) => {
  const { locale } = usePageContext()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {formatRelative(at, locale, Date.now())}
    </time>
  )
}
