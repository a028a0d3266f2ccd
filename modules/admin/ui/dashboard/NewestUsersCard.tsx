import { Badge, Card, formatBytes, RelativeTime, usePageContext, useT } from '../../../web/ui.ts'
import type { NewestUsers } from '../../contract.ts'
import { HeadCell, TableBox, TableCell, WideCell } from '../Table.tsx'
import { UserName } from '../users/UserName.tsx'

/** The newest accounts. */
export const NewestUsersCard = ({ users }: { users: NewestUsers }) => {
  const t = useT()
  const { locale } = usePageContext()
  const title = t('admin:dashboard.newest')
  return (
    <Card title={title} flush>
      <TableBox label={title} inCard>
        <thead>
          <tr className="border-b border-line">
            <HeadCell>{t('admin:users.column.user')}</HeadCell>
            <HeadCell>{t('admin:users.column.role')}</HeadCell>
            <HeadCell end>{t('admin:users.column.used')}</HeadCell>
            <HeadCell end>{t('admin:users.column.created_at')}</HeadCell>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {users.data.map(({ data: user }) => (
            <tr key={user.id}>
              <WideCell>
                <UserName user={user} />
              </WideCell>
              <TableCell>
                <Badge tone={user.attributes.role === 'admin' ? 'purple' : 'neutral'}>
                  {t(`admin:users.role.${user.attributes.role}`)}
                </Badge>
              </TableCell>
              <TableCell end>{formatBytes(user.attributes.storage.used, locale)}</TableCell>
              <TableCell end className="whitespace-nowrap">
                <RelativeTime at={user.attributes.created_at} />
              </TableCell>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </Card>
  )
}
