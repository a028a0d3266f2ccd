import t from 'tap'
import { errorTables } from '../../modules/platform/index.ts'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import { testApp } from '../support/app.ts'

/** Method and path of each call of the HTTP contract, by section; an `x` stands for a parameter. */
const lines = `
GET /sanctum/csrf-cookie · GET /api/csrf · POST /login · POST /two-factor-challenge · POST /logout
POST /user/confirm-password · GET /user/confirmed-password-status · POST /user/two-factor-authentication
POST /user/confirmed-two-factor-authentication · DELETE /user/two-factor-authentication · GET /user/two-factor-qr-code
GET /user/two-factor-secret-key · GET /user/two-factor-recovery-codes · POST /user/two-factor-recovery-codes
POST /api/login · POST /api/logout · POST /api/register · POST /api/user/check · GET /api/user/verify/x
POST /api/user/verify · POST /api/password/recover · POST /api/password/reset · GET /api/socialite/google/redirect
GET /socialite/google/callback
GET /api/user · PATCH /api/user/settings · POST /api/user/avatar · POST /api/user/password · GET /api/user/storage
GET /api/user/transactions · GET /api/user/tokens · POST /api/user/tokens · DELETE /api/user/tokens/x
GET /api/browse/folders/x · GET /api/browse/latest · GET /api/browse/share · GET /api/browse/trash/x
GET /api/browse/navigation · GET /api/search
POST /api/upload · POST /api/upload/chunks · POST /api/upload/remote · POST /api/create-folder · PATCH /api/rename/x
POST /api/move · POST /api/remove · GET /api/zip · POST /api/zip · POST /api/trash/restore · DELETE /api/trash/dump
POST /api/favourites · DELETE /api/favourites/x · GET /api/upload/chunks/x · DELETE /api/upload/chunks/x
GET /file/x · GET /file/x/x · GET /thumbnail/x/x · GET /avatars/x
POST /api/share · PATCH /api/share/x · PUT /api/share/x · DELETE /api/share/x · GET /api/share/x · GET /api/share/x/qr
POST /api/share/x/email
GET /api/sharing/x · POST /api/sharing/authenticate/x · GET /api/sharing/folders/x/x · GET /api/sharing/navigation/x
GET /api/sharing/file/x · GET /api/sharing/search/x · POST /api/sharing/upload/x · POST /api/sharing/upload/chunks/x
POST /api/sharing/upload/remote/x · POST /api/sharing/create-folder/x · PATCH /api/sharing/rename/x/x
POST /api/sharing/move/x · POST /api/sharing/remove/x · GET /api/sharing/zip/x · POST /api/sharing/zip/x
GET /api/sharing/og-site/x · GET /share/x/direct
POST /api/file-request · GET /api/file-request/x · DELETE /api/file-request/x · GET /api/file-request/x/browse/x
GET /api/file-request/x/navigation · POST /api/file-request/x/upload · POST /api/file-request/x/upload/chunks
POST /api/file-request/x/upload/remote · POST /api/file-request/x/create-folder · PATCH /api/file-request/x/rename/x
POST /api/file-request/x/move · POST /api/file-request/x/remove
GET /api/teams/folders/x · POST /api/teams/folders · PUT /api/teams/folders/x · PATCH /api/teams/folders/x
DELETE /api/teams/folders/x · POST /api/teams/folders/x/convert · DELETE /api/teams/folders/x/leave
GET /api/teams/folders/x/tree · GET /api/teams/shared-with-me/x · GET /api/teams/invitations/x
PUT /api/teams/invitations/x · PATCH /api/teams/invitations/x · DELETE /api/teams/invitations/x
GET /api/subscriptions/plans · GET /api/subscriptions/detail · GET /api/subscriptions/transactions
POST /api/subscriptions/cancel · POST /api/subscriptions/swap/x · POST /api/subscriptions/edit/x
POST /api/subscriptions/billing-alert · PUT /api/subscriptions/billing-alert · DELETE /api/subscriptions/billing-alert
GET /api/stripe/setup-intent · POST /api/stripe/checkout · DELETE /api/stripe/credit-cards/x · POST /api/paystack/checkout
GET /invoices/x
GET /api/subscriptions/admin/plans · GET /api/subscriptions/admin/plans/x · POST /api/subscriptions/admin/plans
PUT /api/subscriptions/admin/plans/x · PATCH /api/subscriptions/admin/plans/x
PATCH /api/subscriptions/admin/plans/x/features · DELETE /api/subscriptions/admin/plans/x
GET /api/subscriptions/admin/plans/synchronize · GET /api/subscriptions/admin/plans/x/subscribers
GET /api/subscriptions/admin · GET /api/subscriptions/admin/users/x/subscription
GET /api/subscriptions/admin/users/x/transactions · GET /api/subscriptions/admin/transactions
POST /api/subscriptions/admin/users/x/credit · POST /api/subscriptions/stripe/webhooks
POST /api/subscriptions/paypal/webhooks · POST /api/subscriptions/paystack/webhooks
GET /api/notifications · POST /api/notifications/read · DELETE /api/notifications · POST /broadcasting/auth
GET /api/ping · GET /api/config · GET /api/page/x · POST /api/contact · GET /api/settings · GET /translations/x
GET /api/admin/dashboard · GET /api/admin/dashboard/newbies · GET /api/admin/dashboard/transactions
GET /api/admin/users · GET /api/admin/users/x · POST /api/admin/users · PATCH /api/admin/users/x/role
PATCH /api/admin/users/x/capacity · GET /api/admin/users/x/storage · GET /api/admin/users/x/transactions
GET /api/admin/transactions · POST /api/admin/users/x/reset-password · DELETE /api/admin/users/x
GET /api/admin/settings · PATCH /api/admin/settings · GET /api/admin/settings/flush-cache
POST /api/admin/settings/email · POST /api/admin/settings/storage · POST /api/admin/settings/payment-service
POST /api/admin/settings/social-service · POST /api/admin/settings/broadcast · POST /api/admin/test-websockets
GET /api/admin/status · GET /admin/log/x
GET /api/admin/pages · GET /api/admin/pages/x · PATCH /api/admin/pages/x · PUT /api/admin/pages/x
GET /api/admin/languages · GET /api/admin/languages/x · POST /api/admin/languages · PATCH /api/admin/languages/x
PUT /api/admin/languages/x · DELETE /api/admin/languages/x · PATCH /api/admin/languages/x/strings
POST /api/setup/database · POST /api/setup/environment-setup · POST /api/setup/app-setup · POST /admin-setup`
  .split(/ · |\n/)
  .filter(Boolean)

const app = await testApp(t)

/** Whether an endpoint serves a line of the contract. */
const isLineOf = (line: string, { method, path }: Pick<EndpointSpec, 'method' | 'path'>): boolean => {
  const [verb, url = ''] = line.split(' ')
  return verb === method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(url)
}

t.test('every call of the HTTP contract is served', async (t) => {
  const served = [...app.coffer.app.served.values()]
  const isServed = (line: string) => served.some((spec) => isLineOf(line, spec))
  t.ok(lines.length > 150, `${lines.length} lines`)
  t.strictSame(
    lines.filter((line) => !isServed(line)),
    [],
  )
  t.notOk(isServed('GET /api/nothing'), 'and no other')
})

t.test('D8: every 429 and 503 says when to try again, except before the setup', async (t) => {
  const passing = errorTables
    .flatMap(({ namespace, entries }) =>
      Object.entries(entries).map(([code, entry]) => ({ code: `${namespace}:${code}`, entry })),
    )
    .filter(({ entry }) => entry.status === 429 || entry.status === 503)
  t.ok(passing.length > 8)
  const silent = passing.filter(({ entry }) => !('retryAfter' in entry) || entry.retryAfter === null)
  t.strictSame(
    silent.map(({ code }) => code),
    ['platform:not-installed'],
  )
})

type Schema = { properties?: Record<string, Schema>; items?: Schema; type?: string }

t.test('D3: each element of a list is wrapped in `data`', async (t) => {
  // Its rows are results of an action.
  const actions = ['/api/subscriptions/admin/plans/synchronize']
  const lists = [...app.coffer.app.served.values()].flatMap((spec) => {
    const { data } = (spec.response[200] as Schema | null)?.properties ?? {}
    const isOfContract = lines.some((line) => isLineOf(line, spec))
    return spec.method === 'GET' && isOfContract && !actions.includes(spec.path) && data?.type === 'array'
      ? [{ spec, element: data.items }]
      : []
  })
  t.ok(lists.length > 15, `${lists.length} lists`)
  for (const { spec, element } of lists) t.ok(element?.properties?.data, spec.path)
})
