export type {
  Balance,
  BillingOverview,
  Limitations,
  MeteredPlan,
  PresentedEstimate,
  SubscriptionActions,
  UserBilling,
} from './contract/account-billing.ts'
export {
  AccountPlan,
  AdminTransaction,
  BillingHoldings,
  listNewestTransactions,
  maxRefundReasonLength,
  PlanSyncResult,
  refundTransaction,
  synchronizePlans,
  synchronizePlansByGet,
} from './contract/admin-billing.ts'
export {
  addCreditCard,
  CreditCard,
  cardFormPage,
  createSetupIntent,
  deleteCreditCard,
  listCreditCards,
  makeDefaultCreditCard,
  refreshCreditCards,
  submitCardForm,
} from './contract/cards.ts'
export { checkAmount } from './contract/check-amount.ts'
export { FailedPayment, listFailedPayments, moneyCollected, retryFailedPayments } from './contract/failed-payments.ts'
export {
  GatewaySetup,
  listGatewaySetups,
  setUpGateway,
} from './contract/gateway-setup.ts'
export { hasEnded } from './contract/has-ended.ts'
export { getInvoice, getInvoicePdf } from './contract/invoices.ts'
export type { ListState, PageOf } from './contract/list-pages.ts'
export {
  beginCheckout,
  cardGateway,
  type GatewayName,
  gatewayNames,
  gatewayTraits,
  getBalance,
  listPaymentOptions,
  PaymentOption,
  type PaymentSource,
  receiveWebhook,
  showCheckout,
  subscriptionChanged,
} from './contract/payments.ts'
export {
  createPlan,
  deletePlan,
  getPlan,
  listOfferedPlans,
  listPlans,
  maxPlanDescriptionLength,
  maxPlanNameLength,
  meteredFeatures,
  NewPlan,
  Plan,
  PlanFilters,
  pricePattern,
  replacePlan,
  updatePlan,
  updatePlanFeatures,
} from './contract/plans.ts'
export {
  cancelSubscription,
  cancelUserSubscription,
  editSubscription,
  exportSubscriptions,
  getSubscription,
  getUserSubscription,
  listPlanSubscribers,
  listSubscriptions,
  previewPlanChange,
  refreshSubscription,
  resumeSubscription,
  Subscription,
  SubscriptionFilters,
  swapPlan,
} from './contract/subscriptions.ts'
export {
  creditUser,
  exportTransactions,
  LedgerTransaction,
  listAccountTransactions,
  listOwnTransactions,
  listTransactions,
  listTransactionsOfAll,
  listTransactionsOfUser,
  listUserTransactions,
  TransactionFilters,
  type TransactionStatus,
  type TransactionType,
} from './contract/transactions.ts'
export {
  deleteBillingAlert,
  deleteSpendingCap,
  setBillingAlert,
  setSpendingCap,
  updateBillingAlert,
} from './contract/usage.ts'
