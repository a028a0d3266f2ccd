import { ReceiptText } from 'lucide-react'
import { Button, Callout, Card, call, EmptyState, LinkButton, useData, usePages, useT } from '../../../web/ui.ts'
import { listOwnTransactions } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { TransactionRow } from './TransactionRow.tsx'

/** Payments and credits, the newest first; older ones on request. */
export const TransactionsCard = () => {
  const t = useT()
  const { transactions } = useData<BillingData>()
  const load = async (cursor: string | undefined) => {
    const { data, meta } = await call(listOwnTransactions, { query: cursor === undefined ? {} : { cursor } })
    return { rows: data.map(({ data }) => data), next: meta.paginate.nextCursor }
  }
  const older = usePages(load, [], { rows: [], next: transactions.nextCursor })
  const rows = [...transactions.rows, ...(older.rows ?? [])]
  const title = t('billing:page.transactions.title')
  return (
    <Card
      title={title}
      flush
      actions={
        <LinkButton variant="quiet" size="sm" href="/user/profile#address" className="-my-1 sm:-me-3">
          {t('users:profile.address.title')}
        </LinkButton>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={ReceiptText}
          title={t('billing:page.transactions.empty')}
          text={t('billing:page.transactions.emptyText')}
        />
      ) : (
        <table className="w-full text-14">
          <caption className="sr-only">{title}</caption>
          <thead className="phone:sr-only">
            <tr className="border-b border-line text-12 text-muted">
              <Head start>{t('billing:page.transactions.note')}</Head>
              <Head>{t('billing:page.transactions.status')}</Head>
              <Head>{t('billing:page.transactions.date')}</Head>
              <Head end>{t('billing:page.transactions.total')}</Head>
              <Head end>
                <span className="sr-only">{t('billing:page.transactions.actions')}</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TransactionRow key={row.id} transaction={row} />
            ))}
          </tbody>
        </table>
      )}
      {older.error !== null && (
        <Callout tone="danger" role="alert" className="m-4">
          {t('billing:page.transactions.failed')}
        </Callout>
      )}
      {older.hasMore && (
        <div className="flex justify-center p-3">
          <Button variant="quiet" loading={older.isLoading} onClick={older.more}>
            {t('billing:page.transactions.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const Head = ({ start, end, children }: { start?: boolean; end?: boolean; children: React.ReactNode }) => (
  <th scope="col" className={`h-10 px-3 font-medium ${start ? 'ps-4 sm:ps-6' : ''} ${end ? 'text-end' : 'text-start'}`}>
    {children}
  </th>
)
