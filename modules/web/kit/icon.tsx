import { use } from 'react'
import { renderedOnce } from '../html-templates.ts'
import { DeferredHtmlContext } from '../server-html.ts'
import type { IconType } from './types.ts'

interface IconProps {
  of: IconType
  size?: number
  className?: string
}

const Drawn = ({ of: Component, size = 16, className }: IconProps) => (
  <Component size={size} strokeWidth={1.75} className={className} aria-hidden="true" focusable="false" />
)

/** An icon with the kit's stroke width; hidden from screen readers, as its control has the accessible name. */
export const Icon = (props: IconProps) => {
  if (import.meta.env.SSR) {
    const deferred = use(DeferredHtmlContext)
    const { of, size, className } = props
    if (deferred) return deferred.put(renderedOnce(of, `${size} ${className}`, () => <Drawn {...props} />))
  }
  return <Drawn {...props} />
}
