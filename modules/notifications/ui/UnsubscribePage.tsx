import { Button, LinkButton, PlainHeading, useData, usePageContext, useT } from '../../web/ui.ts'

export interface UnsubscribePageData {
  /** Masked: only the first letter is left. */
  email: string
  isSubscribed: boolean
}

/** Ends emails about notifications, by a form: it needs neither a sign-in nor scripts. */
export const UnsubscribePage = () => {
  const t = useT()
  const { user, settings } = usePageContext()
  const { email, isSubscribed } = useData<UnsubscribePageData>()
  const values = { email, app: settings.name }
  if (!isSubscribed)
    return (
      <>
        <PlainHeading
          title={t('notifications:unsubscribe.done')}
          text={t('notifications:unsubscribe.doneText', values)}
        />
        <LinkButton href={user ? '/platform/files' : '/sign-in'} size="lg" wide>
          {t('notifications:unsubscribe.open', values)}
        </LinkButton>
      </>
    )
  return (
    <>
      <PlainHeading title={t('notifications:unsubscribe.title')} text={t('notifications:unsubscribe.text', values)} />
      <form method="post">
        <Button type="submit" variant="solid" size="lg" wide>
          {t('notifications:unsubscribe.confirm')}
        </Button>
      </form>
    </>
  )
}
