import { useT } from '../../i18n/use-t.ts'
import { cx } from '../cx.ts'
import { SpinnerMark } from './SpinnerMark.tsx'

/** A spinner with words for screen readers; `label` replaces "Loading". */
export const Spinner = ({ size = 20, label, className }: { size?: number; label?: string; className?: string }) => {
  const t = useT()
  return (
    <span role="status" className={cx('inline-flex text-brand-mark', className)}>
      <SpinnerMark size={size} />
      <span className="sr-only">{label ?? t('web:kit.loading')}</span>
    </span>
  )
}
