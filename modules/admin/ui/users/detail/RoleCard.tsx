import { useState } from 'react'
import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, Select, useFeedback, usePageContext, useT } from '../../../../web/ui.ts'
import { setUserRole, userRoles } from '../../../contract.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'

/** Role of the account. A change is confirmed first: it gives a person the whole administration, or takes it away. */
export const RoleCard = ({ user }: UserPageData) => {
  const t = useT()
  const { user: me } = usePageContext()
  const feedback = useFeedback()
  const act = useAction()
  const [role, setRole] = useState(user.attributes.role)
  const texts = () => {
    const { name } = user.attributes
    if (role === 'admin')
      return { title: t('admin:user.role.makeAdmin', { name }), body: t('admin:user.role.makeAdminText') }
    const body = t(me?.id === user.id ? 'admin:user.role.makeUserOwnText' : 'admin:user.role.makeUserText')
    return { title: t('admin:user.role.makeUser', { name }), body }
  }
  const save = async () => {
    if (!(await feedback.confirm({ ...texts(), confirmLabel: t('admin:user.role.save'), danger: true }))) return
    await act(
      () => call(setUserRole, { params: { id: user.id }, body: { attributes: { role } } }),
      t('admin:user.role.saved'),
    )
  }
  return (
    <Card title={t('admin:user.role.title')} text={t('admin:user.role.text')}>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('admin:users.column.role')}
          value={role}
          options={userRoles.map((value) => ({ value, label: t(`admin:users.role.${value}`) }))}
          onValue={(value) => setRole(value as typeof role)}
          className="min-w-52"
        />
        <Button disabled={role === user.attributes.role} onClick={() => void save()}>
          {t('admin:user.role.save')}
        </Button>
      </div>
    </Card>
  )
}
