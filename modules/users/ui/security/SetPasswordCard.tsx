import { Card, LinkButton, useT } from '../../../web/ui.ts'

/** For an account without a password: it is set by a mailed link. */
export const SetPasswordCard = () => {
  const t = useT()
  return (
    <Card title={t('users:security.password.title')} text={t('users:security.password.none')}>
      <LinkButton href="/forgotten-password">{t('users:security.password.set')}</LinkButton>
    </Card>
  )
}
