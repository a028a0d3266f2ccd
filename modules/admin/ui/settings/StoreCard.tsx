import { s3ProviderOf } from '../../../platform/contract.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import { useConfirmed } from '../../../users/ui.ts'
import { Callout, Card, call, reloadPage, useFeedback, useT } from '../../../web/ui.ts'
import { waitForRestart } from '../../client/wait-for-restart.ts'
import { type ServerConfig, type StoreDetails, setStore } from '../../contract.ts'
import { StoreForm } from './StoreForm.tsx'

/** The store of files. A new one is tested before it is saved, and is rejected while the present one holds files. */
export const StoreCard = ({ store, config }: { store: StoreDetails; config: ServerConfig }) => {
  const t = useT()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const save = async (body: BodyOf<typeof setStore>) => {
    const done = await confirmed(() => call(setStore, { body }))
    if (!done) return false
    feedback.toast({ kind: 'success', text: done.message })
    await waitForRestart()
    await reloadPage()
    return true
  }
  const { bucket, location, driver, isChangeable, isMoving, isEmpty } = store
  const vendor = s3ProviderOf(driver)?.name ?? location
  const isOverridden = !(isChangeable || isMoving)
  return (
    <Card
      id="store"
      title={t('admin:store.title')}
      text={
        bucket === null ? t('admin:store.local', { folder: location }) : t('admin:store.bucket', { bucket, vendor })
      }
    >
      <div className="flex flex-col gap-4">
        {isOverridden && (
          <Callout>
            {t('admin:mailServer.overridden', { name: 'BLOB_URL', url: config.environment.BLOB_URL ?? location })}
          </Callout>
        )}
        {isMoving && <Callout>{t('admin:store.moving')}</Callout>}
        {isChangeable && !isEmpty && <p className="text-14 text-pretty">{t('admin:store.hasFiles')}</p>}
        {isChangeable && <StoreForm store={store} onSave={save} />}
      </div>
    </Card>
  )
}
