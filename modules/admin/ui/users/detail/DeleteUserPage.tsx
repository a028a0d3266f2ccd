import { useState } from 'react'
import { navigate } from 'vike/client/router'
import { isSameName } from '../../../../shared/contract.ts'
import { FormError, useConfirmed, useForm } from '../../../../users/ui.ts'
import {
  Button,
  Callout,
  Card,
  call,
  formatBytes,
  LinkButton,
  TextField,
  useData,
  useFeedback,
  usePageContext,
  useT,
} from '../../../../web/ui.ts'
import { deleteUser, type UserHoldings } from '../../../contract.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'
import { useBillingHoldings } from './useBillingHoldings.ts'

/** Deletes the account: lists everything that the deletion removes, and asks to type the name. */
export const DeleteUserPage = () => {
  const t = useT()
  const { locale, user: me } = usePageContext()
  const { user, holdings } = useData<UserPageData & { holdings: UserHoldings }>()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const ofBilling = useBillingHoldings(holdings.billing)
  const { name } = user.attributes
  const [typed, setTyped] = useState('')
  const check = (value: string) => (isSameName(value, name) ? null : 'admin:user.delete.mismatch')
  const form = useForm({ name: check }, async (values) => {
    const done = await confirmed(() => call(deleteUser, { params: { id: user.id }, body: { name: values.name ?? '' } }))
    if (!done) return
    feedback.toast({ kind: 'success', text: done.message })
    await navigate('/admin/users')
  })
  if (me?.id === user.id) return <Callout title={t('admin:user.delete.own')} />
  if (holdings.billing.subscription?.status === 'active')
    return (
      <Callout
        tone="warning"
        title={t('admin:error.active-subscription')}
        actions={
          <LinkButton href={`/admin/user/${user.id}/subscription`}>{t('admin:user.subscription.title')}</LinkButton>
        }
      >
        {ofBilling.join(' · ')}
      </Callout>
    )
  const { files, folders, storage, links, requests, team_folders } = holdings
  const removed = [
    t('admin:user.delete.files', { count: files, size: formatBytes(storage, locale) }),
    ...Object.entries({ folders, links, requests, teams: team_folders })
      .filter(([, count]) => count > 0)
      .map(([what, count]) => t(`admin:user.delete.${what}`, { count })),
    ...ofBilling,
  ]
  return (
    <Card title={t('admin:user.delete.title')} text={t('admin:user.delete.text')}>
      <ul className="mb-5 list-disc ps-5 text-14">
        {removed.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField
          name="name"
          autoComplete="off"
          label={t('admin:user.delete.typeName', { name })}
          value={typed}
          error={form.errors.name}
          onValue={setTyped}
        />
        <FormError error={form.formError} />
        <Button type="submit" variant="danger" loading={form.busy} className="self-start">
          {t('admin:user.delete.submit')}
        </Button>
      </form>
    </Card>
  )
}
