import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  Button,
  Card,
  call,
  formatDate,
  LinkButton,
  onRealtime,
  onRealtimeOpen,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { type DataExport, downloadExport, exportReady, requestExport, showExport } from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'

/** Prepares an export of all data of the account, and downloads it. */
export const ExportCard = ({ dataExport }: { dataExport: DataExport | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const act = useAction()
  const [shown, setShown] = useState(dataExport)
  const { status = null, expires_at = null } = shown ?? {}
  const request = async () => {
    const requested = await act(() => call(requestExport))
    if (requested) setShown(requested.data)
  }
  useEffect(() => {
    if (status !== 'preparing') return
    // The page's data is cached for a second: a faster job would find it without the export.
    const refresh = () =>
      void call(showExport).then(
        ({ data }) => setShown(data),
        () => undefined,
      )
    // It may have become ready before the connection opened.
    const stop = [onRealtime(exportReady, refresh), onRealtimeOpen(refresh)]
    return () => {
      for (const end of stop) end()
    }
  }, [status])
  return (
    <Card title={t('users:profile.export.title')} text={t('users:profile.export.text')}>
      {status === 'preparing' && <p role="status">{t('users:profile.export.preparing')}</p>}
      {status === 'ready' && expires_at && (
        <p role="status" className="mb-4">
          {t('users:profile.export.ready', { date: formatDate(expires_at, locale, zone) })}
        </p>
      )}
      {status !== 'preparing' && (
        <div className="flex flex-wrap gap-3">
          {status === 'ready' && (
            <LinkButton href={downloadExport.path} download icon={Download} variant="solid">
              {t('users:profile.export.download')}
            </LinkButton>
          )}
          <Button loading={act.busy} onClick={() => void request()}>
            {t(status === 'ready' ? 'users:profile.export.again' : 'users:profile.export.submit')}
          </Button>
        </div>
      )}
      <p className="mt-4 text-14 text-muted">{t('users:profile.export.import')}</p>
    </Card>
  )
}
