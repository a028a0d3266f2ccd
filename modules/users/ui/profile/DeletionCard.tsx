import { useEffect, useRef } from 'react'
import { Button, Callout, Card, call, formatDate, useFeedback, usePageContext, useT, useZone } from '../../../web/ui.ts'
import { cancelDeletion, requestDeletion, showDeletionLosses } from '../../contract.ts'
import { ActionButton } from '../settings/ActionButton.tsx'
import { useAction } from '../settings/useAction.ts'

/** Deletes the account after a week, in which that can be cancelled. */
export const DeletionCard = () => {
  const t = useT()
  const feedback = useFeedback()
  const act = useAction()
  const textWith = (losses: readonly string[]) =>
    [t('users:profile.deletion.confirm.text'), ...losses].map((text) => (
      <p key={text} className="not-first:mt-2">
        {text}
      </p>
    ))
  const request = async () => {
    const isSure = await feedback.confirm({
      title: t('users:profile.deletion.confirm.title'),
      body: call(showDeletionLosses).then(
        ({ data }) => textWith(data.losses),
        () => textWith([]),
      ),
      confirmLabel: t('users:profile.deletion.submit'),
      danger: true,
    })
    if (isSure) await act(() => call(requestDeletion))
  }
  return (
    <Card id="delete-account" title={t('users:profile.deletion.title')} text={t('users:profile.deletion.text')}>
      <Button variant="danger" onClick={request}>
        {t('users:profile.deletion.submit')}
      </Button>
    </Card>
  )
}

/** Time of the account's deletion. `isNew`: requested on this page, far below: scrolls here and takes the focus. */
export const DeletionNotice = ({ deletionAt, isNew }: { deletionAt: string; isNew: boolean }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) ref.current?.focus()
  }, [isNew])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-md outline-none">
      <Callout
        tone="danger"
        title={t('users:profile.deletion.pending', { date: formatDate(deletionAt, locale, zone) })}
      >
        <p>{t('users:profile.deletion.pendingText')}</p>
        <ActionButton size="sm" className="mt-3" run={() => call(cancelDeletion)}>
          {t('users:profile.deletion.cancel')}
        </ActionButton>
      </Callout>
    </div>
  )
}
