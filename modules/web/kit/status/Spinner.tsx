import { useT } from '../../i18n/use-t.ts'
import { cx } from '../cx.ts'
import { SpinnerIcon } from './SpinnerIcon.tsx'

/** A spinner with a label for screen readers, by default "Loading". */
export const Spinner = ({ size = 20, label, className }: { size?: number; label?: string; className?: string }) => {
  const t = useT()
  return (
    <span role="status" className={cx('inline-flex text-brand-mark', className)}>
      <SpinnerIcon size={size} />
      <span className="sr-only">{label ?? t('web:kit.loading')}</span>
    </span>
  )
}
