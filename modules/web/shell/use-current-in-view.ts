import { type RefObject, useEffect, useRef } from 'react'
import { usePageContext } from '../page-context.tsx'

/**
 * Scrolls a box with a row of links to the one of the current page, which may be out of view on phones. Only the box itself:
 * `scrollIntoView` would also scroll the page, away from the target of the URL's hash.
 */
export const useCurrentInView = (): RefObject<HTMLElement | null> => {
  const { urlPathname } = usePageContext()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another link
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row.current || !link) return
    const box = row.current.getBoundingClientRect()
    row.current.scrollLeft += link.left + link.width / 2 - box.left - box.width / 2
  }, [urlPathname])
  return row
}
