import { useEffect, useRef } from 'react'
import { accountChanged, settingsChanged } from '../../shared/contract.ts'
import { onPageVisible } from '../client/on-page-visible.ts'
import { usePageContext } from '../page-context.tsx'
import { onRealtime } from '../realtime/realtime.ts'
import { reloadPage } from './reload-page.ts'
import { createSpreadReload } from './spread-reload.ts'

/** A stylesheet that the content security policy accepts. */
const addStyle = (css: string): void => {
  const style = document.createElement('style')
  style.nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  style.textContent = css
  document.head.append(style)
}

/**
 * Loads the page's data again when a setting or the account changed; a new brand color applies without reloading the
 * document.
 */
export const useLiveSettings = (): void => {
  const { color } = usePageContext().settings
  const shown = useRef(color)
  useEffect(() => {
    const [changed, shown] = createSpreadReload(reloadPage)
    // One account's tabs are few.
    const [limited, shownLimited] = createSpreadReload(reloadPage, undefined, () => 0)
    const stop = [
      onRealtime(settingsChanged, changed),
      onRealtime(accountChanged, limited),
      onPageVisible(shown),
      onPageVisible(shownLimited),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [])
  useEffect(() => {
    if (shown.current === color) return
    shown.current = color
    import('../kit/brand.ts').then(
      ({ brandCss }) => addStyle(brandCss(color)),
      // The next document has the color.
      () => undefined,
    )
  }, [color])
}
