declare module '../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    billing:
      | 'billing.balance.credited'
      | 'billing.bill.waived'
      | 'billing.cap.changed'
      | 'billing.gateway.configured'
      | 'billing.gateways.reconciled'
      | 'billing.payment.disputed'
      | 'billing.payment.refunded'
      | 'billing.payment.rejected'
      | 'billing.payment.unneeded'
      | 'billing.plan.archived'
      | 'billing.plan.changed'
      | 'billing.plan.created'
      | 'billing.plan.removed'
      | 'billing.refund.failed'
      | 'billing.subscription.cancelled'
      | 'billing.subscription.changed'
      | 'billing.subscription.ended'
      | 'billing.subscription.resumed'
      | 'billing.subscriptions.exported'
      | 'billing.transactions.exported'
  }
}

export {}
