import { Card, useT } from '../../../web/ui.ts'

/** Takes the place of a dashboard's part that the server could not read. */
export const UnavailableCard = ({ title }: { title: string }) => {
  const t = useT()
  return (
    <Card title={title} flush>
      <p className="px-4 py-5 text-small text-muted sm:px-6">{t('admin:dashboard.unread')}</p>
    </Card>
  )
}
