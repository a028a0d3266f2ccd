import t from 'tap'
import { testApp } from '../../../tests/support/app.ts'

t.test('default engine: limits storage only; the account’s own limit overrides the installation’s', async (t) => {
  const { coffer } = await testApp(t)
  const { entitlements } = coffer.billing
  const { settings, db } = coffer.platform
  const id = await coffer.users.adminCommands.create({ email: 'owner@example.org', password: 'four unrelated words' })
  const limit = async () => (await entitlements.canUpload(id)).limit
  const canUpload = async (used: number) => {
    const account = await coffer.users.accounts.byId(id)
    return account ? (await entitlements.summary(account, used)).canUpload : null
  }

  t.equal(await limit(), 5_000_000_000)
  t.equal(await canUpload(4_999_999_999), true)
  t.equal(await canUpload(5_000_000_000), false)

  await db.query('update users set max_storage_bytes = 1000 where id = $1', [id])
  t.equal(await limit(), 1000)
  t.equal(await canUpload(1000), false)

  const account = await coffer.users.accounts.byId(id)
  const reason = async (used: number) => account && (await entitlements.summary(account, used)).reason
  t.equal(await reason(1000), null, 'a full account is not restricted')
  t.equal(await reason(1001), 'billing:reason.over-limit', 'an account above a lowered limit is')

  await settings.set({ storage_limitation: false })
  t.equal(await limit(), null)
  t.equal(await canUpload(10 ** 15), true)
  for (const answer of [
    entitlements.canDownload(id),
    entitlements.canCreateFolder(id),
    entitlements.canCreateTeamFolder(id),
  ])
    t.equal((await answer).allowed, true)

  await db.query("update users set status = 'suspended' where id = $1", [id])
  t.equal((await entitlements.canUpload(id)).allowed, false)
})
