import type { ComponentType, SVGProps } from 'react'

/** A lucide icon, or any component that takes the same props; the kit sets size and stroke. */
export type IconType = ComponentType<
  SVGProps<SVGSVGElement> & { size?: number | string; strokeWidth?: number | string }
>
