import t from 'tap'
import { accountCodePath } from '../support/account-code.ts'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)

t.test('share link: reports a script or texts that fail to load', async (t) => {
  const file = await putFile(owner, 'Agenda.txt', 'We meet.')
  const { token } = await makeShare(owner, { id: file.id, type: 'file' })
  const signedIn = await browser.visit(`${app.url}/share/${token}`, { as: owner })
  for (const [path, missing] of [
    [`share/${token}`, '**/assets/entries/*.js'],
    ['platform/files', '**/assets/entries/*.js'],
    ['platform/files', '**/translations/*'],
    ['platform/files', '**/assets/entries/*_platform_files.*.js'],
    ['platform/files', `**${accountCodePath()}`],
    [`share/${token}`, `**${accountCodePath()}`],
  ] as const) {
    await signedIn.route(missing, (route) => route.fulfill({ status: 404 }))
    await signedIn.goto(`${app.url}/${path}`)
    await signedIn.getByRole('alert').getByText('This page didn’t load completely.').waitFor()
    t.strictSame(await axeFaults(signedIn), [], path)
    await signedIn.unroute(missing)
    await signedIn.getByRole('alert').getByRole('link', { name: 'Reload' }).click()
    await hydrated(signedIn)
    t.equal(await signedIn.getByText('This page didn’t load completely.').isVisible(), false)
  }
})

t.test('share link: a lazy component that fails to load is retried once, then a reload is offered', async (t) => {
  const file = await putFile(owner, 'Minutes.txt', 'We met.')
  const { token } = await makeShare(owner, { id: file.id, type: 'file' })
  const view = async (failures: number) => {
    const page = await browser.visit(`${app.url}/share/${token}`)
    let left = failures
    await page.route('**/assets/chunks/*.js', (route) => {
      left -= 1
      return left >= 0 ? route.abort() : route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).click()
    return page
  }
  const lucky = await view(1)
  await lucky.getByText('We met.').waitFor()
  t.equal(await lucky.getByText('Couldn’t load this part').count(), 0)

  const unlucky = await view(Number.POSITIVE_INFINITY)
  await unlucky.getByText('Couldn’t load this part').waitFor()
  await unlucky.unroute('**/assets/chunks/*.js')
  await unlucky.getByRole('button', { name: 'Reload', exact: true }).click()
  await unlucky.getByText('We met.').waitFor()
})
