import { Badge, Card, call, formatRelative, useNow, usePageContext, useT, useZone } from '../../../web/ui.ts'
import { type DeviceSession, deleteOtherSessions, deleteSession, deviceText } from '../../contract.ts'
import { ActionButton } from '../settings/ActionButton.tsx'
import { SecurityList } from './SecurityList.tsx'
import { SecurityRow } from './SecurityRow.tsx'

/** The browsers that are signed in, each of which can be signed out. */
export const SessionsCard = ({ sessions }: { sessions: readonly DeviceSession[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  return (
    <Card
      id="sessions"
      title={t('users:security.sessions.title')}
      text={t('users:security.sessions.text')}
      actions={
        sessions.length > 1 && (
          <ActionButton run={() => call(deleteOtherSessions)} doneText={t('users:security.sessions.othersEnded')}>
            {t('users:security.sessions.endOthers')}
          </ActionButton>
        )
      }
      flush
    >
      <SecurityList>
        {sessions.map(({ id, attributes: { current, ip, user_agent, last_seen_at } }) => (
          <SecurityRow
            key={id}
            title={deviceText(t, user_agent)}
            text={[ip, t('users:security.sessions.seen', { time: formatRelative(last_seen_at, locale, zone, now) })]
              .filter(Boolean)
              .join(' · ')}
          >
            {current ? (
              <Badge tone="success">{t('users:security.sessions.current')}</Badge>
            ) : (
              <ActionButton
                size="sm"
                run={() => call(deleteSession, { params: { id } })}
                doneText={t('users:security.sessions.ended')}
              >
                {t('users:security.sessions.end')}
              </ActionButton>
            )}
          </SecurityRow>
        ))}
      </SecurityList>
    </Card>
  )
}
