import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, formatBytes, Icon, usePageContext, useT } from '../../../../web/ui.ts'
import { trashSummary } from '../../../tree/contract.ts'
import { hrefOf } from '../../../tree/ui.ts'

interface Props {
  /** Bytes in use, the trash among them. */
  used: number
  /** 0–100 in the reader's language. */
  percent: (share: number) => string
}

/** How much of it lies in the trash. Asked for after the page is there: it is counted, and a large trash takes a while. */
export const TrashShare = ({ used, percent }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const [size, setSize] = useState<number | null>(null)
  useEffect(() => {
    let gone = false
    call(trashSummary).then(
      (summary) => !gone && setSize(summary.size),
      // Said nowhere: the page is right without it.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return (
    <p className="mt-3 flex min-h-9 items-center gap-2.5 border-t border-line pt-3 text-14 text-muted">
      <Icon of={Trash2} className="shrink-0" />
      <span className="grow text-pretty">
        {size === null
          ? t('storage:usage.trash.counting')
          : size === 0
            ? t('storage:usage.trash.none')
            : t('storage:usage.trash.share', {
                size: formatBytes(size, locale),
                percent: percent((size / used) * 100),
              })}
      </span>
      <a href={hrefOf({ view: 'trash', id: null })} className="link shrink-0">
        {t('storage:usage.trash.open')}
      </a>
    </p>
  )
}
