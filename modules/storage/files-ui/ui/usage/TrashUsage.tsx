import { Trash2 } from 'lucide-react'
import { call, errorText, formatBytes, Icon, RetryButton, useLoad, usePageContext, useT } from '../../../../web/ui.ts'
import { trashSummary } from '../../../tree/contract.ts'
import { hrefOf } from '../../../tree/ui.ts'

interface Props {
  /** Bytes that the shares of this page refer to. */
  whole: number
  /** Formats 0–100 for the locale. */
  percent: (share: number) => string
  /** Changes of items that the page has heard of. */
  changes: number
}

/** Size of the trash. Loaded after the page, because summing up a large trash takes a while. */
export const TrashUsage = ({ whole, percent, changes }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const { data: summary, error, reload } = useLoad((signal) => call(trashSummary, { signal }), [changes])
  const hasFailed = summary === null && error !== null
  const text = () => {
    if (summary === null) return hasFailed ? errorText(error, t) : t('storage:usage.trash.counting')
    const { size } = summary
    if (size === 0) return t('storage:usage.trash.none')
    const share = { size: formatBytes(size, locale), percent: percent((size / whole) * 100) }
    return t('storage:usage.trash.share', share)
  }
  return (
    <p className="mt-3 flex min-h-9 items-center gap-2.5 border-t border-line pt-3 text-14 text-muted">
      <Icon of={Trash2} className="shrink-0" />
      <span role={hasFailed ? 'alert' : undefined} className="grow text-pretty">
        {text()}
      </span>
      {hasFailed && <RetryButton size="sm" className="shrink-0" onRetry={reload} />}
      <a href={hrefOf({ section: 'trash', id: null })} className="link shrink-0">
        {t('storage:usage.trash.open')}
      </a>
    </p>
  )
}
