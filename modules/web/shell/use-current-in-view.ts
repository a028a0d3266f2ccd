import { type RefObject, useEffect, useRef } from 'react'
import { usePageContext } from '../page-context.tsx'

/** Scrolls a row of links to the one of the current page, which may be out of view on phones. */
export const useCurrentInView = <E extends HTMLElement>(): RefObject<E | null> => {
  const { urlPathname } = usePageContext()
  const row = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another link
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [urlPathname])
  return row
}
