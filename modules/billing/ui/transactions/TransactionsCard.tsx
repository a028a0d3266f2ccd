import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Button, CallError, Callout, Card, call, EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import { type LedgerTransaction, listOwnTransactions } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { TransactionRow } from './TransactionRow.tsx'

/** What was paid and credited, the newest first; older ones on request. */
export const TransactionsCard = () => {
  const t = useT()
  const { rows, more, hasMore, busy, failed } = useTransactions()
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
      {failed && (
        <Callout tone="danger" role="alert" className="m-4">
          {t('billing:page.transactions.failed')}
        </Callout>
      )}
      {hasMore && (
        <div className="flex justify-center p-3">
          <Button variant="quiet" loading={busy} onClick={() => void more()}>
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

const useTransactions = () => {
  const { transactions } = useData<BillingData>()
  const [added, setAdded] = useState<{ rows: LedgerTransaction[]; cursor: string | null }>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const cursor = added ? added.cursor : transactions.nextCursor
  const more = async () => {
    if (!cursor || busy) return
    setBusy(true)
    setFailed(false)
    try {
      const { data, meta } = await call(listOwnTransactions, { query: { cursor } })
      setAdded({ rows: [...(added?.rows ?? []), ...data.map(({ data }) => data)], cursor: meta.paginate.nextCursor })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return { rows: [...transactions.rows, ...(added?.rows ?? [])], more, hasMore: cursor !== null, busy, failed }
}
