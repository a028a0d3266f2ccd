import { type ReactNode, useRef } from 'react'
import { deferred } from '../deferred.tsx'
import type { MenuSheetProps } from './MenuRows.tsx'

export type { MenuSheetProps }

const Rows = deferred<MenuSheetProps>(async () => (await import('./MenuRows.tsx')).MenuRows)

/** The menu as a bottom sheet with rows of 48 px; submenus slide in its place. */
export const MenuSheet = Object.assign(
  (props: MenuSheetProps): ReactNode => {
    const used = useRef(false)
    if (props.open) used.current = true
    return used.current && <Rows {...props} />
  },
  { prefetch: Rows.prefetch },
)
