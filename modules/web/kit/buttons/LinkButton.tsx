import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import type { IconType } from '../types.ts'
import { ButtonContent } from './Button.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './styles.ts'

export type LinkButtonProps = ComponentProps<'a'> & {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconType
  trailing?: IconType
  wide?: boolean
}

/** A link that looks like a button: middle click, “copy link” and no-JavaScript all work. */
export const LinkButton = ({
  variant,
  size = 'md',
  icon,
  trailing,
  wide,
  className,
  children,
  ...rest
}: LinkButtonProps) => (
  <a {...rest} className={cx(buttonClass(variant, size), 'no-underline', wide && 'w-full', className)}>
    <ButtonContent icon={icon} trailing={trailing} size={size}>
      {children}
    </ButtonContent>
  </a>
)
