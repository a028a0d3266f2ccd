import { formatNumber, usePageContext, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../server/services/file-previews.ts'
import { frame } from './frame.ts'

/** Pages of a PDF after the first, and how many of them are shown. */
export const DocumentPages = ({ name, size, pages }: Pick<FilePreview, 'size' | 'pages'> & { name: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const number = (value: number) => formatNumber(value, locale)
  if (!pages) return <p className="mt-3 text-14 text-muted">{t('sharing:page.firstPage')}</p>
  const { urls, total } = pages
  const shown = urls.length + 1
  return (
    <>
      {urls.map((url, at) => (
        <img
          key={url}
          src={url}
          loading="lazy"
          width={size?.width}
          height={size?.height}
          alt={t('sharing:page.pageOf', { page: number(at + 2), name })}
          className={`${frame} h-auto w-full`}
        />
      ))}
      {shown < total && (
        <p className="mt-3 text-14 text-muted">
          {t('sharing:page.firstPages', { shown: number(shown), total: number(total) })}
        </p>
      )}
    </>
  )
}
