import { type ReactNode, useRef } from 'react'
import { deferred } from '../deferred.tsx'
import type { FlyoutProps } from './FlyoutFrame.tsx'

export type { FlyoutProps }

const Frame = deferred<FlyoutProps>(async () => (await import('./FlyoutFrame.tsx')).FlyoutFrame)

/** A panel beside the control that opened it; what is around it stays in use. */
export const Flyout = (props: FlyoutProps): ReactNode => {
  const used = useRef(false)
  if (props.open) used.current = true
  return used.current && <Frame {...props} />
}
