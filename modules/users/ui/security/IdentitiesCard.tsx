import { Link2, Unlink } from 'lucide-react'
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
import { type Identity, linkIdentity, type OfferedProvider, providerNames, unlinkIdentity } from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'
import { SecurityList } from './SecurityList.tsx'
import { SecurityRow } from './SecurityRow.tsx'

interface IdentitiesCardProps {
  identities: readonly Identity[]
  providers: readonly OfferedProvider[]
}

/** Accounts at identity providers: sign-in without a password of this installation. */
export const IdentitiesCard = ({ identities, providers }: IdentitiesCardProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const feedback = useFeedback()
  const act = useAction()
  const begin = useAction()
  const nameOf = ({ provider, usable }: Identity['attributes']) =>
    providers.find(({ id }) => usable && id === provider)?.name ?? providerNames[provider]
  const link = async (provider: OfferedProvider['id']) => {
    const begun = await begin(() => call(linkIdentity, { body: { provider } }))
    if (begun) location.assign(begun.data.url)
  }
  const unlink = async ({ id, attributes }: Identity) => {
    const name = nameOf(attributes)
    const isSure = await feedback.confirm({
      title: t('users:security.identities.unlink.title', { name }),
      body: t('users:security.identities.unlink.text', { name }),
      confirmLabel: t('users:security.identities.unlink.confirm'),
      danger: true,
    })
    if (isSure)
      await act(() => call(unlinkIdentity, { params: { id } }), t('users:security.identities.unlinked', { name }))
  }
  const open = providers.filter(
    ({ id }) => !identities.some(({ attributes }) => attributes.usable && attributes.provider === id),
  )
  return (
    <Card title={t('users:security.identities.title')} text={t('users:security.identities.text')} flush>
      <SecurityList>
        {identities.map((identity) => {
          const { usable, email, created_at } = identity.attributes
          const linked = usable
            ? t('users:security.addedOn', { date: formatDate(created_at, locale, zone) })
            : t('users:security.identities.unusable')
          const name = nameOf(identity.attributes)
          return (
            <SecurityRow key={identity.id} title={name} text={email ? `${email} · ${linked}` : linked}>
              <IconButton
                icon={Unlink}
                label={t('users:security.identities.unlink.title', { name })}
                onClick={() => void unlink(identity)}
              />
            </SecurityRow>
          )
        })}
        {open.map(({ id, name }) => (
          <SecurityRow key={id} title={name} text={t('users:security.identities.notLinked')}>
            <Button
              size="sm"
              icon={Link2}
              loading={begin.busy}
              aria-label={t('users:security.identities.linkTo', { name })}
              onClick={() => void link(id)}
            >
              {t('users:security.identities.link')}
            </Button>
          </SecurityRow>
        ))}
      </SecurityList>
    </Card>
  )
}
