import { Button, Callout, Card, call, formatDate, useFeedback, usePageContext, useT, useZone } from '../../../web/ui.ts'
import { cancelDeletion, requestDeletion } from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'

/** Deletes the account after a week, in which that can be cancelled. */
export const DeletionCard = ({ deletionAt }: { deletionAt: string | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const feedback = useFeedback()
  const act = useAction()
  const request = async () => {
    const isSure = await feedback.confirm({
      title: t('users:profile.deletion.confirm.title'),
      body: t('users:profile.deletion.confirm.text'),
      confirmLabel: t('users:profile.deletion.submit'),
      danger: true,
    })
    if (isSure) await act(() => call(requestDeletion))
  }
  if (deletionAt)
    return (
      <Callout
        tone="danger"
        title={t('users:profile.deletion.pending', { date: formatDate(deletionAt, locale, zone) })}
      >
        <p>{t('users:profile.deletion.pendingText')}</p>
        <Button size="sm" className="mt-3" onClick={() => act(() => call(cancelDeletion))}>
          {t('users:profile.deletion.cancel')}
        </Button>
      </Callout>
    )
  return (
    <Card id="delete-account" title={t('users:profile.deletion.title')} text={t('users:profile.deletion.text')}>
      <Button variant="danger" onClick={request}>
        {t('users:profile.deletion.submit')}
      </Button>
    </Card>
  )
}
