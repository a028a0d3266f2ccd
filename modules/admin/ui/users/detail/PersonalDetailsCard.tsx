import { Card, formatDateTime, usePageContext, useT, useZone } from '../../../../web/ui.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'

const fields = [
  'address',
  'postal_code',
  'city',
  'state',
  'country',
  'phone_number',
  'vat_number',
  'timezone',
  'locale',
] as const

/** Personal details, which only the account's owner can change. */
export const PersonalDetailsCard = ({ user }: UserPageData) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { created_at, email } = user.attributes
  const settings = user.relationships.settings.data.attributes
  const values = [
    ['email', email],
    ['created_at', formatDateTime(created_at, locale, zone)],
    ...fields.map((field) => [field, settings[field]] as const),
  ] as const
  return (
    <Card title={t('admin:user.person.title')} text={t('admin:user.person.text')}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {values.map(([field, value]) => (
          <div key={field} className="min-w-0">
            <dt className="text-12 text-muted">{t(`admin:user.person.${field}`)}</dt>
            <dd className="text-14 break-words">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
