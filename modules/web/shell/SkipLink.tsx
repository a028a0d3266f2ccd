import { useT } from '../i18n/use-t.ts'

/** The first tab stop: skips the navigation. */
export const SkipLink = () => {
  const t = useT()
  return (
    <a
      href="#content"
      // Handled by the browser, which also moves the focus; the router would only scroll.
      data-vike="false"
      className="sr-only focus:not-sr-only focus:fixed! focus:start-3 focus:top-3 focus:z-80 focus:rounded-sm focus:bg-raised focus:px-4 focus:py-2 focus:text-14 focus:font-medium focus:shadow-float"
    >
      {t('web:shell.skip')}
    </a>
  )
}
