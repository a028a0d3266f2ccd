import { use } from 'react'
import { renderOnce } from '../html-templates.ts'
import { DeferredHtmlContext } from '../server-html.ts'
import type { IconType } from './types.ts'

interface IconProps {
  of: IconType
  size?: number
  className?: string
}

/** Attributes that lucide writes on each icon and `.lucide` in base.css sets once. */
const inStyleSheet = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
} as const

const Drawn = ({ of: Component, size = 16, className }: IconProps) => (
  <Component {...inStyleSheet} size={size} strokeWidth={1.75} className={className} aria-hidden="true" />
)

/** Markup that the browser reads as the same elements: `.lucide` has the stroke width too, and shapes have no content. */
const shortened = (html: string): string =>
  html.replace(' stroke-width="1.75"', '').replace(/><\/(?!svg|g|text)\w+>/g, '/>')

/** An icon with the kit's stroke width; hidden from screen readers, as its control has the accessible name. */
export const Icon = (props: IconProps) => {
  if (import.meta.env.SSR) {
    const deferred = use(DeferredHtmlContext)
    const { of, size, className } = props
    if (deferred) return deferred.put(renderOnce(of, `${size} ${className}`, () => <Drawn {...props} />, shortened))
  }
  return <Drawn {...props} />
}
