import type { UserBilling } from '../../../billing/contract.ts'
import { Callout, Card, LinkButton, useData, useT } from '../../../web/ui.ts'
import type { UserPageData } from '../users/AdminUserLayout.tsx'
import { hasFixedPlan } from '../users/fixed-plan.ts'
import { TransactionsTable } from './TransactionsTable.tsx'
import { UserBalanceCard } from './UserBalanceCard.tsx'
import { UserPlanCard } from './UserPlanCard.tsx'
import { UserUsageCard } from './UserUsageCard.tsx'

export type UserBillingData = UserPageData & { billing: UserBilling }

/** Billing of one account: subscription, transactions, debts. */
export const UserSubscriptionPage = () => {
  const t = useT()
  const { user, billing } = useData<UserBillingData>()
  const { engine, transactions, hasMoreTransactions, isBlocked } = billing
  const all = `/admin/invoices?${new URLSearchParams({ user: user.id })}`
  const title = t('admin:transactions.title')
  return (
    <>
      {isBlocked && <Callout tone="danger">{t('admin:userBilling.blocked')}</Callout>}
      {(engine === 'fixed' || hasFixedPlan(user)) && <UserPlanCard userId={user.id} billing={billing} />}
      {engine === 'metered' && (
        <>
          <UserBalanceCard key={user.id} userId={user.id} balance={billing.balance} />
          <UserUsageCard usage={billing.usage} />
        </>
      )}
      <Card
        title={title}
        actions={hasMoreTransactions && <LinkButton href={all}>{t('admin:dashboard.allTransactions')}</LinkButton>}
        flush
      >
        {transactions.length > 0 ? (
          <TransactionsTable label={title} transactions={transactions} withUser={false} inCard />
        ) : (
          <p className="px-4 py-5 text-small text-muted sm:px-6">{t('admin:transactions.none')}</p>
        )}
      </Card>
    </>
  )
}
