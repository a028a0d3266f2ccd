import { cx } from '../cx.ts'

type Tone = 'brand' | 'success' | 'danger' | 'warning' | 'info' | 'purple'

export type ProgressProps = {
  /** Accessible name. */
  label: string
  /** 0..max; omitted: indeterminate. */
  value?: number
  max?: number
  tone?: Tone
  /** Text for screen readers instead of the percentage, e.g. "3 of 10 files". */
  valueText?: string
  className?: string
}

const tones: Record<Tone, string> = {
  brand: 'text-brand-mark',
  success: 'text-success-mark',
  danger: 'text-danger-mark',
  warning: 'text-warning-mark',
  info: 'text-info-mark',
  purple: 'text-purple-mark',
}

const aria = ({ label, value, max = 100, valueText }: ProgressProps) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': max,
  'aria-valuenow': value,
  'aria-valuetext': valueText,
})

const fraction = (value: number, max: number) => Math.min(1, Math.max(0, max > 0 ? value / max : 0))

/** A progress bar of 6 px. */
export const Progress = (props: ProgressProps) => {
  const { value, max = 100, tone = 'brand', className } = props
  return (
    <div {...aria(props)} data-edge className={cx('h-1.5 overflow-hidden rounded-full bg-n5', tones[tone], className)}>
      {value === undefined ? (
        <div data-fill className="h-full w-2/5 animate-slide rounded-full bg-current" />
      ) : (
        <div
          data-fill
          className="h-full w-full origin-left rounded-full bg-current transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${fraction(value, max)})` }}
        />
      )}
    </div>
  )
}

/** A progress ring, by default 20 px; spins without a value. */
export const ProgressRing = (props: ProgressProps & { size?: number }) => {
  const { value, max = 100, tone = 'brand', size = 20, className } = props
  return (
    <div {...aria(props)} className={cx('inline-flex', tones[tone], className)}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        aria-hidden="true"
        className={cx('-rotate-90', value === undefined && 'animate-spin')}
      >
        <circle cx="10" cy="10" r="8" stroke="var(--n6)" strokeWidth="2.5" />
        <circle
          cx="10"
          cy="10"
          r="8"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${value === undefined ? 25 : fraction(value, max) * 100} 100`}
        />
      </svg>
    </div>
  )
}
