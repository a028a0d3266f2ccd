import type { ComponentProps } from 'react'
import { Button, cx, type IconType } from '../../../../web/ui.ts'

interface BarButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: IconType
  label: string
  shortcut?: string | undefined
}

/** A button of the selection bar: an icon, with its label beside it where there is room. */
export const BarButton = ({ label, shortcut, className, ...rest }: BarButtonProps) => (
  <Button
    variant="quiet"
    size="sm"
    {...rest}
    aria-label={label}
    data-tip={label}
    data-tip-keys={shortcut}
    className={cx('px-2!', className)}
  >
    <span className="@max-[40rem]/files:hidden">{label}</span>
  </Button>
)
