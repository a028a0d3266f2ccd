import { useT } from '../../i18n/use-t.ts'
import { cx } from '../cx.ts'
import { keyNames } from './key-names.ts'

/** The keys of a shortcut (`mod+k`, `Delete`), labeled as on the user's keyboard, each in its own box. */
export const Kbd = ({ keys, className }: { keys: string; className?: string }) => {
  const t = useT()
  return (
    <span className={cx('inline-flex gap-0.5', className)}>
      {keyNames(keys, t).map((key) => (
        <kbd
          key={key}
          className="inline-grid h-5 min-w-5 place-items-center rounded-xs border border-line-strong bg-surface px-1 font-sans text-12 leading-none text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
