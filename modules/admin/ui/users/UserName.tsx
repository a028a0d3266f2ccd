import { Avatar } from '../../../web/ui.ts'
import type { AdminUser } from '../../contract.ts'

/** Picture, name and email of an account, as a link to its page. */
export const UserName = ({ user: { id, attributes } }: { user: AdminUser }) => {
  const { name, email, avatar, color } = attributes
  return (
    <a href={`/admin/user/${id}/details`} className="flex min-w-0 items-center gap-3 no-underline hover:underline">
      <Avatar image={avatar} name={name} email={email} color={color} size={36} />
      <span className="flex min-w-0 flex-col items-start">
        <span className="bidi-plaintext max-w-full truncate text-14 font-medium">{name}</span>
        {name !== email && <span className="bidi-plaintext max-w-full truncate text-12 text-muted">{email}</span>}
      </span>
    </a>
  )
}
