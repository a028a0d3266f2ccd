import { cx } from '../cx.ts'

export type ButtonVariant = 'solid' | 'tinted' | 'neutral' | 'quiet' | 'danger' | 'danger-solid'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  solid:
    'bg-brand-solid text-on-brand ring-1 ring-inset ring-brand-edge hover:bg-brand-solid-hover active:bg-brand-solid',
  tinted: 'bg-brand-tint text-brand-text hover:bg-brand-tint-hover',
  neutral: 'bg-surface text-text ring-1 ring-inset ring-line-strong hover:bg-hover active:bg-active dark:bg-raised',
  quiet: 'text-text hover:bg-hover active:bg-active',
  danger: 'bg-danger-tint text-danger-text hover:bg-danger-tint-hover',
  'danger-solid': 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-3 text-13 rounded-sm pointer-coarse:h-10',
  md: 'h-9 gap-2 px-3.5 text-14 rounded-sm pointer-coarse:h-11',
  lg: 'h-11 gap-2 px-5 text-16 rounded-md',
}

/**
 * The classes of a button (`btn…` are in parts.css), also for elements that look like one (a file input's label, a summary).
 */
export const buttonClass = (variant: ButtonVariant = 'neutral', size: ButtonSize = 'md'): string =>
  cx('btn', variants[variant], sizes[size])

/** The classes of a square button with an icon. */
export const iconButtonClass = (variant: ButtonVariant, size: ButtonSize): string =>
  cx('btn', variants[variant], `btn-${size}`)
