import { Play, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Card,
  call,
  errorToast,
  formatDateTime,
  LinkButton,
  useFeedback,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { type BackupPage, listBackups, startMaintenance } from '../../contract.ts'
import { usePageState } from '../usePageState.ts'
import { usePolling } from '../usePolling.ts'
import { BackupsTable } from './BackupsTable.tsx'

/** While a backup is made or verified, the card asks for its end. */
const activeDelayMs = 3_000

/** The newest backups, and buttons that make and verify one now. */
export const BackupsCard = ({ initial }: { initial: BackupPage }) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const zone = useZone()
  const [{ data, meta }, setBackups] = usePageState(initial)
  const [starting, setStarting] = useState<string | null>(null)
  const reload = async () => setBackups(await call(listBackups))
  usePolling(reload, activeDelayMs, meta.running || meta.verifying)
  const start = async (job: 'backup' | 'check-backup') => {
    setStarting(job)
    try {
      feedback.toast({ kind: 'success', text: (await call(startMaintenance, { params: { job } })).message })
      await reload()
    } catch (error) {
      feedback.toast(errorToast(error, t))
    } finally {
      setStarting(null)
    }
  }
  const next =
    meta.place !== null && meta.next_at !== null
      ? t('admin:backups.next', {
          place: meta.place,
          time: formatDateTime(meta.next_at, locale, zone),
        })
      : t('admin:backups.off')
  return (
    <Card title={t('admin:backups.title')} text={next} flush>
      <div className="flex flex-wrap gap-2 px-4 py-3 sm:px-6">
        {meta.place === null ? (
          <LinkButton href="/admin/settings/others#backups">{t('admin:backups.choosePlace')}</LinkButton>
        ) : (
          <>
            <Button
              icon={ShieldCheck}
              disabled={!data.some(({ id }) => id !== null)}
              loading={meta.verifying || starting === 'check-backup'}
              onClick={() => void start('check-backup')}
            >
              {t('admin:backups.verify')}
            </Button>
            <Button icon={Play} loading={meta.running || starting === 'backup'} onClick={() => void start('backup')}>
              {t('admin:backups.run')}
            </Button>
          </>
        )}
      </div>
      {data.length === 0 ? (
        <p className="px-4 py-5 text-small text-muted sm:px-6">{t('admin:health.backup.none.text')}</p>
      ) : (
        <BackupsTable backups={data} />
      )}
    </Card>
  )
}
