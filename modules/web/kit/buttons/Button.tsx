import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { SpinnerIcon } from '../status/SpinnerIcon.tsx'
import type { IconType } from '../types.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './styles.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconType
  /** Shown after the label, e.g. a chevron. */
  trailing?: IconType
  /** Keeps the width, shows a spinner and ignores clicks; the focus stays on the button. */
  loading?: boolean
  /** Fills the width of its container. */
  wide?: boolean
}

/** A button; `type` defaults to "button". */
export const Button = ({
  variant,
  size = 'md',
  icon,
  trailing,
  loading = false,
  wide,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const t = useT()
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={loading || rest['aria-disabled']}
      aria-busy={loading || undefined}
      // Stays the submit button: Enter would submit a form of one field that had none.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant, size), wide && 'w-full', className)}
    >
      <ButtonContent icon={icon} trailing={trailing} size={size} hidden={loading}>
        {children}
      </ButtonContent>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerIcon size={16} />
          <span className="sr-only">{t('web:kit.loading')}</span>
        </span>
      )}
    </button>
  )
}

type ContentProps = { icon?: IconType; trailing?: IconType; size: ButtonSize; hidden?: boolean; children: ReactNode }

/** Icon, label, trailing icon. */
export const ButtonContent = ({ icon, trailing, size, hidden, children }: ContentProps) => {
  const pixels = size === 'lg' ? 18 : 16
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-[inherit]', hidden && 'opacity-0')}>
      {icon && <Icon of={icon} size={pixels} className="-ms-0.5 shrink-0" />}
      <span className="truncate">{children}</span>
      {trailing && <Icon of={trailing} size={pixels} className="-me-0.5 shrink-0" />}
    </span>
  )
}
