import { cx } from '../cx.ts'

/** Keys separated by spaces ("Ctrl K"), each in its own box. */
export const Kbd = ({ keys, className }: { keys: string; className?: string }) => (
  <span className={cx('inline-flex gap-0.5', className)}>
    {keys.split(' ').map((key) => (
      <kbd
        key={key}
        className="inline-grid h-5 min-w-5 place-items-center rounded-xs border border-line-strong bg-surface px-1 font-sans text-12 leading-none text-muted"
      >
        {key}
      </kbd>
    ))}
  </span>
)
