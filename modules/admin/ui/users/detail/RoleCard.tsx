import { useState } from 'react'
import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, Select, useT } from '../../../../web/ui.ts'
import { setUserRole, userRoles } from '../../../contract.ts'
import type { UserData } from '../UserLayout.tsx'

export const RoleCard = ({ user }: UserData) => {
  const t = useT()
  const act = useAction()
  const [role, setRole] = useState(user.attributes.role)
  const save = () =>
    act(
      () => call(setUserRole, { params: { id: user.id }, body: { attributes: { role } } }),
      t('admin:user.role.saved'),
    )
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
        <Button disabled={role === user.attributes.role} onClick={save}>
          {t('admin:user.role.save')}
        </Button>
      </div>
    </Card>
  )
}
