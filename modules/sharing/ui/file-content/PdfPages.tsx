import { useEffect, useRef, useState } from 'react'
import { formatNumber, usePageContext, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../contract.ts'
import { previewFrameClass } from './preview-frame-class.ts'

/** An empty picture of the proportions of the page, whose place it keeps free. */
const blankOf = ({ width, height }: { width: number; height: number } = { width: 1, height: 1 }) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`
/** How far below the viewport a page begins to load. */
const margin = '0px 0px 50% 0px'

interface PageProps {
  url: string
  size: FilePreview['size']
  alt: string
}

/** Browsers load lazy pictures from several screens away: seven pages would delay the first one, which is in view. */
const DocumentPage = ({ url, size, alt }: PageProps) => {
  const picture = useRef<HTMLImageElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: margin },
    )
    if (picture.current) observer.observe(picture.current)
    return () => observer.disconnect()
  }, [])
  const place = { width: size?.width, height: size?.height }
  const className = `${previewFrameClass} h-auto w-full`
  return (
    <>
      <img
        ref={picture}
        src={isNear ? url : blankOf(size ?? undefined)}
        alt={alt}
        {...place}
        className={`${className} noscript:hidden`}
      />
      <noscript>
        <img src={url} alt={alt} loading="lazy" {...place} className={className} />
      </noscript>
    </>
  )
}

/** Pages of a PDF after the first, and how many of them are shown. */
export const PdfPages = ({ name, size, pages }: Pick<FilePreview, 'size' | 'pages'> & { name: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const number = (value: number) => formatNumber(value, locale)
  if (!pages) return <p className="mt-3 text-14 text-muted">{t('sharing:page.firstPage')}</p>
  const { urls, total } = pages
  const shown = urls.length + 1
  return (
    <>
      {urls.map((url, index) => (
        <DocumentPage
          key={url}
          url={url}
          size={size}
          alt={t('sharing:page.pageOf', { page: number(index + 2), name })}
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
