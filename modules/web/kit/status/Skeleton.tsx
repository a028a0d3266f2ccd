import { cx } from '../cx.ts'

const Bone = ({ className }: { className: string }) => (
  <span className={cx('block animate-shimmer rounded-xs bg-n5', className)} />
)

const widths = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-1/4']

export type SkeletonProps = { shape: 'row' | 'tile' | 'text' | 'card'; count?: number; className?: string }

/**
 * Placeholder shapes of loading content; hidden from screen readers (announce "Loading" once, with Spinner or aria-busy).
 */
export const Skeleton = ({ shape, count = 1, className }: SkeletonProps) => (
  <div
    aria-hidden="true"
    className={cx(shape === 'tile' && 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3', className)}
  >
    {Array.from({ length: count }, (_, index) => {
      const width = widths[index % widths.length] ?? 'w-1/2'
      // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are identical and never reordered
      return <Shape key={index} shape={shape} width={width} />
    })}
  </div>
)

const Shape = ({ shape, width }: { shape: SkeletonProps['shape']; width: string }) => {
  if (shape === 'row') {
    return (
      <div className="flex h-10 items-center gap-3 px-3">
        <Bone className="size-6 shrink-0" />
        <div className="grow">
          <Bone className={cx('h-3', width)} />
        </div>
        <Bone className="h-3 w-20 phone:hidden" />
        <Bone className="h-3 w-14" />
      </div>
    )
  }
  if (shape === 'tile') {
    return (
      <div className="rounded-lg border border-line p-2">
        <Bone className="mb-3 aspect-4/3 rounded-md" />
        <Bone className={cx('mb-1 h-3', width)} />
      </div>
    )
  }
  if (shape === 'card') return <Bone className="h-32 rounded-lg" />
  return <Bone className={cx('my-2 h-3', width)} />
}
