import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { type ButtonSize, type ButtonVariant, iconButtonClass } from './styles.ts'

type Shared = {
  /** Accessible name and tooltip. */
  label: string
  icon: IconType
  variant?: ButtonVariant
  size?: ButtonSize
  /** Keyboard shortcut shown in the tooltip, e.g. `mod+k`. */
  shortcut?: string
  /** A toggle: sets aria-pressed and the tinted style. */
  pressed?: boolean
  /** A small count at the corner; 0 shows nothing. The label must contain it too. */
  badge?: number
}

export type IconButtonProps = Shared & Omit<ComponentProps<'button'>, 'children' | 'aria-label'>
export type IconLinkProps = Shared & Omit<ComponentProps<'a'>, 'children' | 'aria-label'> & { href: string }

const Content = ({ icon, size, badge }: { icon: IconType; size: ButtonSize; badge?: number }) => (
  <>
    <Icon of={icon} size={size === 'sm' ? 16 : size === 'md' ? 18 : 20} />
    {badge ? (
      <span
        aria-hidden="true"
        className="absolute -end-1 -top-1 min-w-4.5 rounded-full bg-danger-solid px-1 text-center text-12 leading-4.5 font-semibold text-on-danger tabular-nums ring-2 ring-surface"
      >
        {badge > 99 ? '99+' : badge}
      </span>
    ) : null}
  </>
)

/** Attributes shared by button and link: name, tooltip and classes. */
const attributes = ({ label, shortcut, pressed, variant = 'quiet', size = 'md' }: Shared, className?: string) => ({
  'aria-label': label,
  'data-tip': label,
  'data-tip-keys': shortcut,
  className: cx(iconButtonClass(pressed ? 'tinted' : variant, size), className),
})

/** Separates the kit's props from the element's. */
const splitProps = <Rest extends object>(props: Shared & { className?: string } & Rest) => {
  const { label, icon, variant, size = 'md', shortcut, pressed, badge, className, ...rest } = props
  const kitProps = { label, icon, variant, size, shortcut, pressed, badge }
  return {
    rest,
    pressed,
    shared: attributes(kitProps, className),
    content: <Content icon={icon} size={size} badge={badge} />,
  }
}

/** A square button with an icon, its label as its tooltip. */
export const IconButton = (props: IconButtonProps) => {
  const { rest, pressed, shared, content } = splitProps(props)
  return (
    <button type="button" {...rest} {...shared} aria-pressed={pressed}>
      {content}
    </button>
  )
}

/** The same as a link; `pressed` marks the current page. */
export const IconLink = (props: IconLinkProps) => {
  const { rest, pressed, shared, content } = splitProps(props)
  return (
    <a {...rest} {...shared} aria-current={pressed ? 'page' : undefined}>
      {content}
    </a>
  )
}
