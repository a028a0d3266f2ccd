import { type ReactNode, useRef } from 'react'
import { deferred } from '../deferred.tsx'
import type { SheetProps } from './SheetFrame.tsx'

export type { SheetProps }

const Frame = deferred<SheetProps>(async () => (await import('./SheetFrame.tsx')).SheetFrame)

/** A panel from an edge: item menus and section lists on phones, drawers on tablets. */
export const Sheet = Object.assign(
  (props: SheetProps): ReactNode => {
    const used = useRef(false)
    if (props.open) used.current = true
    return used.current && <Frame {...props} />
  },
  { prefetch: Frame.prefetch },
)
