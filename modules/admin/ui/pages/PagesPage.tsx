import { Badge, useData, useT } from '../../../web/ui.ts'
import type { EditablePage } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'

/** `/admin/pages`: the legal pages. */
export const PagesPage = () => {
  const t = useT()
  const { pages } = useData<{ pages: EditablePage[] }>()
  const title = t('admin:pages.title')
  return (
    <>
      <AdminHeading title={title} text={t('admin:pages.text')} />
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        <TableBox label={title}>
          <thead>
            <tr className="border-b border-line">
              {(['page', 'address', 'status'] as const).map((id) => (
                <HeadCell key={id} className={id === 'address' ? 'phone:hidden' : undefined}>
                  {t(`admin:pages.column.${id}`)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {pages.map(({ slug, visible, shown }) => (
              <tr key={slug}>
                <TableCell className="font-medium">
                  <a className="link" href={`/admin/pages/${slug}`}>
                    {shown.title}
                  </a>
                  <bdi
                    dir="ltr"
                    className="block font-mono text-12 font-normal text-muted sm:hidden"
                  >{`/page/${slug}`}</bdi>
                </TableCell>
                <TableCell className="font-mono text-13 text-muted phone:hidden">
                  <bdi dir="ltr">{`/page/${slug}`}</bdi>
                </TableCell>
                <TableCell>
                  <Badge tone={visible ? 'success' : 'neutral'}>
                    {t(visible ? 'admin:pages.visible' : 'admin:pages.hidden')}
                  </Badge>
                </TableCell>
              </tr>
            ))}
          </tbody>
        </TableBox>
      </section>
    </>
  )
}
