import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, useData, useT } from '../../../../web/ui.ts'
import { endUserSessions, resetTwoFactor, sendResetLink } from '../../../contract.ts'
import { ActionRow } from '../../ActionRow.tsx'
import type { UserPageData } from '../AdminUserLayout.tsx'

/** Sign-in of the account: reset link, sessions, second factor. */
export const UserPasswordPage = () => {
  const t = useT()
  const { user } = useData<UserPageData>()
  const act = useAction()
  const params = { id: user.id }
  const { sessions, tokens } = user.meta
  const hasFactor = user.attributes.two_factor_authentication
  return (
    <Card title={t('admin:user.security')} flush>
      <ul className="divide-y divide-line">
        <ActionRow
          title={t('admin:user.reset.title')}
          text={t('admin:user.reset.text', { email: user.attributes.email })}
        >
          <Button onClick={() => act(() => call(sendResetLink, { params }), t('admin:message.reset-sent'))}>
            {t('admin:user.reset.send')}
          </Button>
        </ActionRow>
        <ActionRow
          title={t('admin:user.sessions.title', { count: sessions })}
          text={t('admin:user.sessions.text', { count: tokens })}
        >
          {sessions + tokens > 0 && (
            <Button onClick={() => act(() => call(endUserSessions, { params }), t('admin:message.sessions-ended'))}>
              {t('admin:user.sessions.end')}
            </Button>
          )}
        </ActionRow>
        <ActionRow
          title={t(hasFactor ? 'admin:user.factor.on' : 'admin:user.factor.off')}
          text={t('admin:user.factor.text')}
        >
          {hasFactor && (
            <Button onClick={() => act(() => call(resetTwoFactor, { params }), t('admin:message.two-factor-reset'))}>
              {t('admin:user.factor.reset')}
            </Button>
          )}
        </ActionRow>
      </ul>
    </Card>
  )
}
