import t from 'tap'
import { hydrated, setCookies } from '../support/browser.ts'
import { headingShown, listedNames, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { signInOn } from '../support/sign-in.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

t.test('another account signs in in a second tab: the first one loads its page', async (t) => {
  const [{ person: ann }, { person: bob }] = [await newUser(['Ann']), await newUser(['Bob'])]
  const page = await browser.visit(`${app.url}/sign-in`)
  const other = await page.context().newPage()
  await other.goto(`${app.url}/sign-in`)
  await hydrated(other)
  await signInOn(page, ann)
  await rowShown(page, 'Ann')
  await hydrated(page)
  await signInOn(other, bob)
  await rowShown(other, 'Bob')
  await rowShown(page, 'Bob')
  t.same(await listedNames(ann)(), ['Ann'])
})

t.test('signing out in one tab: the other one says so at the sign-in', async (t) => {
  const { person } = await newUser(['Ann'])
  const page = await openFiles(person)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.waitForSelector('html[data-realtime=open]')
  await hydrated(page)
  await page.getByRole('button', { name: 'Account' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.waitForURL(/sign-in\?session=signed-out&redirect=/)
  await other.getByText('You signed out in another tab').waitFor()
  t.same(browser.errors, [])
})

t.test('another account’s session in an open page: no change reaches that account', async (t) => {
  const [{ person: ann }, { person: bob }] = [await newUser(['Ann'], 2), await newUser(['Bob'], 2)]
  const page = await openFiles(ann)
  await rowShown(page, 'Ann')
  const answers: [string, number][] = []
  page.on('response', (response) => {
    if (response.request().method() !== 'GET') answers.push([new URL(response.url()).pathname, response.status()])
  })
  // No event tells the page.
  await setCookies(page.context(), app.url, { as: bob })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await rowShown(page, 'Bob')
  await headingShown(page, 'My Files')
  // None where a reading of the page, as one after a connection, has told it before.
  t.same(
    answers.filter(([, status]) => status !== 401),
    [],
  )
  for (const [person, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const)
    await eventually(t, listedNames(person), [name, 'item 1.bin', 'item 2.bin'])
  t.same(browser.errors, [])
})
