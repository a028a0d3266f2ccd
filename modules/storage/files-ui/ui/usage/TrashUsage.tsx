import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, formatBytes, Icon, usePageContext, useT } from '../../../../web/ui.ts'
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
  const [size, setSize] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again after each change
  useEffect(() => {
    let unmounted = false
    call(trashSummary).then(
      (summary) => !unmounted && setSize(summary.size),
      () => !unmounted && setFailed(true),
    )
    return () => {
      unmounted = true
    }
  }, [changes])
  return (
    <p className="mt-3 flex min-h-9 items-center gap-2.5 border-t border-line pt-3 text-14 text-muted">
      <Icon of={Trash2} className="shrink-0" />
      <span className="grow text-pretty">
        {size === null
          ? t(failed ? 'storage:page.trash' : 'storage:usage.trash.counting')
          : size === 0
            ? t('storage:usage.trash.none')
            : t('storage:usage.trash.share', {
                size: formatBytes(size, locale),
                percent: percent((size / whole) * 100),
              })}
      </span>
      <a href={hrefOf({ section: 'trash', id: null })} className="link shrink-0">
        {t('storage:usage.trash.open')}
      </a>
    </p>
  )
}
