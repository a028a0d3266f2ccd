import { useT } from '../../../web/ui.ts'

interface Props {
  /** Name and email are null when the account was deleted. */
  user: { id: string; name: string | null; email: string | null }
}

/** A link to the billing of an account; text for a deleted one. */
export const AccountName = ({ user: { id, name, email } }: Props) => {
  const t = useT()
  if (!email) return <span className="block text-muted">{t('admin:billing.deletedUser')}</span>
  return (
    <a
      href={`/admin/user/${id}/subscription`}
      className="bidi-plaintext inline-block max-w-28 truncate font-medium sm:max-w-40 xl:max-w-60"
    >
      {name ?? email}
    </a>
  )
}
