import { Callout, useT } from '../../web/ui.ts'

/** Looking is all that is offered. */
export const DownloadsDisabledNotice = () => {
  const t = useT()
  return <Callout className="mt-7">{t('sharing:page.noDownload')}</Callout>
}
