import { Callout, useT } from '../../web/ui.ts'

/** The owner allows no downloads. */
export const DownloadsDisabledNotice = () => {
  const t = useT()
  return <Callout className="mt-7">{t('sharing:page.noDownload')}</Callout>
}
