import { useRef } from 'react'
import { navigate } from 'vike/client/router'
import { maxNameLength } from '../../../users/contract.ts'
import {
  emailCheck,
  FormError,
  NewAvatarField,
  NewPasswordFields,
  newPasswordCheck,
  repeatedPasswordCheck,
  requiredCheck,
  useConfirmed,
  useForm,
} from '../../../users/ui.ts'
import { Button, Card, LinkButton, Select, TextField, useFeedback, useT } from '../../../web/ui.ts'
import { createAccount } from '../../client/create-account.ts'
import { userRoles } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'

/** `/admin/user/create`. */
export const CreateUserPage = () => {
  const t = useT()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const picture = useRef<Blob>(null)
  const checks = {
    name: requiredCheck,
    email: emailCheck,
    password: newPasswordCheck,
    password_confirmation: repeatedPasswordCheck,
  }
  const form = useForm(checks, async ({ name = '', email = '', password = '', password_confirmation = '', role }) => {
    const body = {
      name: name.trim(),
      email: email.trim(),
      password,
      password_confirmation,
      role: role === 'admin' ? ('admin' as const) : ('user' as const),
    }
    const created = await confirmed(() => createAccount(body, picture.current))
    if (!created) return false
    feedback.toast({ kind: 'success', text: t('admin:createUser.done') })
    await navigate(`/admin/user/${created.data.id}/details`)
    return true
  })
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <AdminHeading title={t('admin:createUser.title')} />
      <form {...form.formProps}>
        <Card
          footer={
            <>
              <LinkButton href="/admin/users">{t('web:kit.cancel')}</LinkButton>
              <Button type="submit" variant="solid" loading={form.busy} disabled={!form.ready}>
                {t('admin:createUser.submit')}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <NewAvatarField
              onPicture={(chosen) => {
                picture.current = chosen
              }}
            />
            <Select
              name="role"
              label={t('admin:users.column.role')}
              defaultValue="user"
              size="lg"
              options={userRoles.map((value) => ({ value, label: t(`admin:users.role.${value}`) }))}
            />
            <TextField
              size="lg"
              name="name"
              autoComplete="off"
              maxLength={maxNameLength}
              required
              label={t('admin:createUser.name')}
              error={form.errors.name}
            />
            <TextField
              size="lg"
              type="email"
              name="email"
              autoComplete="off"
              required
              label={t('users:page.field.emailLabel')}
              error={form.errors.email}
            />
            <NewPasswordFields
              errors={form.errors}
              label={t('admin:createUser.password')}
              repeatLabel={t('admin:createUser.repeat')}
              own={[]}
            />
            <FormError error={form.formError} />
          </div>
        </Card>
      </form>
    </div>
  )
}
