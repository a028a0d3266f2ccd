import { KeyRound, Trash2 } from 'lucide-react'
import {
  CallError,
  Card,
  call,
  formatDate,
  IconButton,
  useFeedback,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { deletePasskey, deviceText, type Passkey } from '../../contract.ts'
import { useLoadPasskeys } from '../auth/useLoadPasskeys.ts'
import { ActionButton } from '../settings/ActionButton.tsx'
import { useAction } from '../settings/useAction.ts'
import { SecurityList } from './SecurityList.tsx'
import { SecurityRow } from './SecurityRow.tsx'
import { useLastUsed } from './useLastUsed.ts'

/** Passkeys: sign-in with a fingerprint, a face or a security key, without a password. */
export const PasskeysCard = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const lastUsed = useLastUsed()
  const zone = useZone()
  const feedback = useFeedback()
  const act = useAction()
  const loadPasskeys = useLoadPasskeys()
  const add = async () => {
    const api = await loadPasskeys()
    if (!api) return null
    try {
      return await api.addPasskey(deviceText(t, navigator.userAgent), await api.passkeyOptions())
    } catch (error) {
      if (error instanceof CallError) throw error
      if (!api.isPasskeyCancelled(error)) feedback.toast({ kind: 'danger', text: t('users:error.passkey-invalid') })
      return null
    }
  }
  const remove = async ({ id, attributes: { name } }: Passkey) => {
    const isSure = await feedback.confirm({
      title: t('users:security.passkeys.delete.title', { name }),
      body: t('users:security.passkeys.delete.text'),
      confirmLabel: t('users:security.delete'),
      danger: true,
    })
    if (isSure) await act(() => call(deletePasskey, { params: { id } }), t('users:security.passkeys.deleted'))
  }
  return (
    <Card
      id="passkeys"
      title={t('users:security.passkeys.title')}
      text={t('users:security.passkeys.text')}
      actions={
        <ActionButton icon={KeyRound} run={add} doneText={t('users:security.passkeys.added')}>
          {t('users:security.passkeys.add')}
        </ActionButton>
      }
      flush
    >
      <SecurityList none={t('users:security.passkeys.none')}>
        {passkeys.map((passkey) => {
          const { name, created_at, last_used_at } = passkey.attributes
          const added = t('users:security.addedOn', { date: formatDate(created_at, locale, zone) })
          const used = lastUsed(last_used_at)
          return (
            <SecurityRow key={passkey.id} title={name} text={`${added} · ${used}`}>
              <IconButton
                icon={Trash2}
                label={t('users:security.passkeys.delete.title', { name })}
                onClick={() => void remove(passkey)}
              />
            </SecurityRow>
          )
        })}
      </SecurityList>
    </Card>
  )
}
