import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatLocale } from '../../../shared/contract.ts'
import {
  Button,
  Card,
  call,
  formatDate,
  IconButton,
  useFeedback,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { deleteToken, type PersonalToken } from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'
import { NewToken } from './NewToken.tsx'
import { SecurityList } from './SecurityList.tsx'
import { SecurityRow } from './SecurityRow.tsx'
import { useLastUsed } from './useLastUsed.ts'

/** Number of tokens that are deleted with this one: those that it has made, and those these have made. */
const madeWith = (tokens: readonly PersonalToken[], id: string): number =>
  tokens
    .filter(({ attributes }) => attributes.made_by === id)
    .reduce((count, made) => count + 1 + madeWith(tokens, made.id), 0)

/** Personal access tokens of programs. */
export const TokensCard = ({ tokens }: { tokens: readonly PersonalToken[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const lastUsed = useLastUsed()
  const zone = useZone()
  const feedback = useFeedback()
  const act = useAction()
  const [creating, setCreating] = useState(false)
  const remove = async ({ id, attributes: { name } }: PersonalToken) => {
    const count = madeWith(tokens, id)
    const isSure = await feedback.confirm({
      title: t('users:security.tokens.delete.title', { name }),
      body: count > 0 ? t('users:security.tokens.delete.madeToo', { count }) : t('users:security.tokens.delete.text'),
      confirmLabel: t('users:security.delete'),
      danger: true,
    })
    if (isSure) await act(() => call(deleteToken, { params: { id } }), t('users:security.tokens.deleted'))
  }
  const detailsOf = ({ scopes, last_used_at, expires_at, made_by }: PersonalToken['attributes']) => {
    const maker = tokens.find(({ id }) => id === made_by)
    return [
      new Intl.ListFormat(formatLocale(locale)).format(
        scopes.map((scope) => t(`users:security.tokens.scope.${scope}`)),
      ),
      lastUsed(last_used_at),
      expires_at
        ? t('users:security.tokens.expires', { date: formatDate(expires_at, locale, zone) })
        : t('users:security.tokens.forever'),
      ...(maker ? [t('users:security.tokens.madeBy', { name: maker.attributes.name })] : []),
    ].join(' · ')
  }
  return (
    <Card
      id="tokens"
      title={t('users:security.tokens.title')}
      text={t('users:security.tokens.text')}
      actions={
        <Button icon={Plus} onClick={() => setCreating(true)}>
          {t('users:security.tokens.create')}
        </Button>
      }
      flush
    >
      <SecurityList none={t('users:security.tokens.none')}>
        {tokens.map((token) => (
          <SecurityRow key={token.id} title={token.attributes.name} text={detailsOf(token.attributes)}>
            <IconButton
              icon={Trash2}
              label={t('users:security.tokens.delete.title', { name: token.attributes.name })}
              onClick={() => void remove(token)}
            />
          </SecurityRow>
        ))}
      </SecurityList>
      {creating && <NewToken onClose={() => setCreating(false)} />}
    </Card>
  )
}
