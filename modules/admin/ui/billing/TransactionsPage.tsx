import { Download, ReceiptText } from 'lucide-react'
import {
  type AdminTransaction,
  gatewayNames,
  type ListState,
  type PageOf,
  type TransactionFilters,
} from '../../../billing/contract.ts'
import { EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import { listHref, listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { ListFilters } from '../ListFilters.tsx'
import { Pager } from '../Pager.tsx'
import { TransactionsTable } from './TransactionsTable.tsx'

export interface TransactionsPageData {
  state: ListState<TransactionFilters>
  list: PageOf<AdminTransaction>
}

const path = '/admin/invoices'
const csvPath = '/api/subscriptions/admin/transactions/export.csv'
const types = ['credit', 'charge', 'withdrawal', 'refund'] as const
const statuses = ['completed', 'cancelled', 'error'] as const

/** `/admin/invoices`: completed and failed transactions, the newest first. */
export const TransactionsPage = () => {
  const t = useT()
  const { state, list } = useData<TransactionsPageData>()
  const { cursor: _, from: __, ...filters } = state
  const title = t('admin:transactions.title')
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <AdminHeading title={title} text={t('admin:transactions.text')}>
        <LinkButton href={listHref(csvPath, filters)} icon={Download} download>
          {t('admin:users.csv')}
        </LinkButton>
      </AdminHeading>
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        <ListFilters
          path={path}
          filters={filters}
          hasDays
          searchLabel={t('admin:billing.searchTransactions')}
          choices={[
            {
              name: 'type',
              label: t('admin:transactions.column.type'),
              all: t('admin:billing.allTypes'),
              options: types.map((value) => ({ value, label: t(`admin:transactions.type.${value}`) })),
            },
            {
              name: 'status',
              label: t('admin:transactions.column.status'),
              all: t('admin:users.filter.statusAll'),
              options: statuses.map((value) => ({ value, label: t(`admin:transactions.status.${value}`) })),
            },
            {
              name: 'driver',
              label: t('admin:transactions.column.service'),
              all: t('admin:billing.allServices'),
              options: ['system', ...gatewayNames].map((value) => ({
                value,
                label: t(`admin:billing.driver.${value}`),
              })),
            },
          ]}
        />
        {list.rows.length > 0 ? (
          <TransactionsTable label={title} transactions={list.rows} />
        ) : (
          <EmptyState
            icon={ReceiptText}
            title={t(isNarrowed ? 'admin:billing.noneFound' : 'admin:transactions.none')}
            text={t(isNarrowed ? 'admin:users.noneText' : 'admin:transactions.noneText')}
          />
        )}
        <Pager {...listLinks(path, state, list)} />
      </section>
    </>
  )
}
