import { formatBytes, Progress, usePageContext, useT } from '../../../../web/ui.ts'

/** Used bytes and quota. */
export const UsageBar = ({ used, limit }: { used: number; limit: number | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  const text =
    limit === null
      ? t('storage:sidebar.used', { used: formatBytes(used, locale) })
      : t('storage:sidebar.usedOf', { used: formatBytes(used, locale), limit: formatBytes(limit, locale) })
  return (
    <a
      href="/user/settings/storage"
      className="shrink-0 border-t border-line px-4.5 pt-3 pb-4 no-underline -outline-offset-2 hover:bg-hover"
    >
      <p className="mb-1.5 text-12 text-muted tabular-nums">{text}</p>
      {limit !== null && (
        // The text above says the same.
        <div aria-hidden="true">
          <Progress
            label={t('storage:sidebar.usage')}
            value={used}
            max={limit}
            tone={used > limit * 0.9 ? 'danger' : 'brand'}
          />
        </div>
      )}
    </a>
  )
}
