import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults, setCookies } from '../support/browser.ts'
import { headingShown, listedNames, row, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { signInAgain } from '../support/sign-in.ts'
import { setMembers, teamWith } from '../support/teams.ts'

const { app, browser, db, openFiles, newUser } = await filesTest(t)

const setOffline = (page: Page, now: boolean) => page.context().setOffline(now)
const keptSwitch = (page: Page) => page.getByRole('switch', { name: 'Keep last folders for offline use' })

/** The kept folders; null without a database. */
const keptFolders = (page: Page) =>
  page.evaluate(async () => {
    const name = 'coffer-offline'
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return null
    return new Promise<{ path: string }[]>((resolve) => {
      const opened = indexedDB.open(name)
      opened.onsuccess = () => {
        const request = opened.result.transaction('folders').objectStore('folders').getAll()
        request.onsuccess = () => {
          opened.result.close()
          resolve(request.result)
        }
      }
    })
  })
const keptPaths = async (page: Page) => (await keptFolders(page))?.map(({ path }) => path).sort() ?? null
const isControlled = async () =>
  (await navigator.serviceWorker.getRegistrations()).some(
    ({ scope, active }) => scope.endsWith('/platform/') && active?.state === 'activated',
  )

/** A person who keeps folders on this device, with the files page and the folder “Letters” opened once. */
const begin = async () => {
  const { person, ids } = await newUser(['Letters', 'Bills'], 1)
  const letters = ids.Letters ?? ''
  await seedFolder(db, person.id, 2, { parent: letters, prefix: 'Letter ' })
  const page = await browser.visit(`${app.url}/user/settings/storage`, { as: person, inAdvance: true })
  await keptSwitch(page).check()
  await eventually(t, () => page.evaluate(isControlled), true)
  await page.goto(`${app.url}/platform/files/${letters}`)
  await eventually(t, () => keptPaths(page), [`/platform/files/${letters}`])
  await page.goto(`${app.url}/platform/files`)
  await rowShown(page, 'Letters')
  const paths = ['/platform/files', `/platform/files/${letters}`]
  await eventually(t, () => keptPaths(page), paths)
  return { page, person, letters, bills: ids.Bills ?? '', paths }
}

t.test(
  'offline folders: a page that cannot be loaded shows the kept folder, read-only, until the server is back',
  async (t) => {
    const { page, person, letters, bills } = await begin()
    await setOffline(page, true)
    await page.goto(`${app.url}/platform/files/${letters}`)
    await headingShown(page, 'Letters')
    t.match(await page.title(), /^Letters – /)
    await page.getByText('Letter 1.bin').waitFor()
    const bar = page.getByRole('status')
    t.match(await bar.innerText(), /You’re offline\. .*nothing can be changed\. This list is from .*20\d\d/)
    t.equal(await page.locator('button, input, form').count(), 0, 'nothing to change anything with')
    t.strictSame(await axeFaults(page), [])
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'My Files' }).click()
    await headingShown(page, 'My Files')
    await page.getByRole('link', { name: 'Bills' }).click()
    await headingShown(page, 'This page isn’t kept on this device.')
    await page.getByRole('link', { name: 'Letters' }).waitFor()
    t.match(page.url(), bills)
    await putFile(person, 'Bill of May.txt', 'bill', bills)
    await setOffline(page, false)
    await rowShown(page, 'Bill of May.txt')
    t.strictSame(browser.errors, [])
  },
)

t.test('offline folders: an open tab shows what was kept before, and reads it again once online', async (t) => {
  const { page, person, letters } = await begin()
  await page.waitForSelector('html[data-realtime=open]')
  await page.waitForSelector('html[data-prefetched]')
  await setOffline(page, true)
  await page.getByText('You’re offline.').waitFor()
  await row(page, 'Letters').dblclick()
  await rowShown(page, 'Letter 2.bin')
  await headingShown(page, 'Letters')
  await page.getByText('This list is from').waitFor()
  await row(page, 'Letter 2.bin').click()
  await page.keyboard.press('Delete')
  await page.getByText('Can’t reach the server').first().waitFor()
  await rowShown(page, 'Letter 2.bin')
  await putFile(person, 'Letter 3.txt', 'letter', letters)
  await setOffline(page, false)
  await rowShown(page, 'Letter 3.txt')
  await page.getByText('This list is from').waitFor({ state: 'detached' })
  t.same(await listedNames(person, `folders/${letters}`)(), ['Letter 1.bin', 'Letter 2.bin', 'Letter 3.txt'])
})

t.test('offline folders: off by default, and nothing but folders is kept', async (t) => {
  const { person, ids } = await newUser(['Letters'])
  const page = await openFiles(person, { inAdvance: true })
  await rowShown(page, 'Letters')
  await page.goto(`${app.url}/platform/files/${ids.Letters}`)
  await headingShown(page, 'Letters')
  t.equal(await page.evaluate(isControlled), false)
  t.equal(await keptPaths(page), null)
  const { page: keeping, paths } = await begin()
  for (const path of ['trash', 'recent-uploads', 'my-shared-items', 'team-folders', 'shared-with-me']) {
    await keeping.goto(`${app.url}/platform/${path}`)
    await keeping.waitForSelector('html[data-hydrated]')
    if (/team|with-me/.test(path))
      await eventually(t, async () => (await keptPaths(keeping))?.includes(`/platform/${path}`), true)
  }
  t.same(await keptPaths(keeping), [...paths, '/platform/shared-with-me', '/platform/team-folders'])
})

t.test('offline folders: ten are kept', async (t) => {
  const { page, person } = await begin()
  for (let index = 0; index < 10; index += 1) {
    const id = await makeFolder(person, `Folder ${index}`)
    await page.goto(`${app.url}/platform/files/${id}`)
    await eventually(t, async () => (await keptPaths(page))?.includes(`/platform/files/${id}`), true)
  }
  const paths = (await keptPaths(page)) ?? []
  t.equal(paths.length, 10)
  t.notOk(paths.includes('/platform/files'))
})

const isGone = (page: Page) => eventually(t, () => keptPaths(page), null)
const ends: Record<string, (page: Page, person: Actor) => Promise<unknown>> = {
  'sign-out': async (page) => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/platform'))
  },
  'an ended session': async (page, person) => {
    await db.query('delete from sessions where user_id = $1', [person.id])
    await page.goto(`${app.url}/platform/files`)
    await page.waitForURL(/sign-in/)
  },
  'another account': async (page) => {
    await setCookies(page.context(), app.url, { as: await signUp(app) })
    await page.goto(`${app.url}/platform/files`)
  },
  'the switch': async (page) => {
    await page.goto(`${app.url}/user/settings/storage`)
    await keptSwitch(page).uncheck()
    await eventually(t, () => page.evaluate(isControlled), false)
  },
}
for (const [name, end] of Object.entries(ends))
  t.test(`offline folders: ${name} deletes them`, async (t) => {
    const { page, person } = await begin()
    await end(page, person)
    await isGone(page)
    await setOffline(page, true)
    await t.rejects(page.goto(`${app.url}/platform/files`), /ERR_/, 'the browser’s own page')
  })

t.test('offline folders: after a week they are not shown any more', async (t) => {
  const { page, letters } = await begin()
  await page.evaluate(
    (path) =>
      new Promise<void>((resolve) => {
        const opened = indexedDB.open('coffer-offline')
        opened.onsuccess = () => {
          const transaction = opened.result.transaction('folders', 'readwrite')
          const store = transaction.objectStore('folders')
          const request = store.get(path)
          request.onsuccess = () => store.put({ ...request.result, at: request.result.at - 8 * 86_400_000 })
          transaction.oncomplete = () => {
            opened.result.close()
            resolve()
          }
        }
      }),
    `/platform/files/${letters}`,
  )
  await setOffline(page, true)
  await page.goto(`${app.url}/platform/files/${letters}`)
  await headingShown(page, 'This page isn’t kept on this device.')
  t.same(await keptPaths(page), ['/platform/files'])
})

t.test('offline folders: a tab that stays open brings nothing back after another one has signed out', async () => {
  const { page } = await begin()
  const other = await page.context().newPage()
  await other.goto(`${app.url}/platform/files`)
  await rowShown(other, 'Letters')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL(/sign-in/)
  await isGone(other)
  await isGone(page)
})

t.test(
  'offline folders: kept again after the session has ended and the person has signed in beside the tab',
  async (t) => {
    const { page, person } = await begin()
    await page.waitForSelector('html[data-prefetched]')
    await page.context().clearCookies()
    await row(page, 'Letters').click()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog', { name: 'You’ve been signed out' }).waitFor()
    await isGone(page)
    await signInAgain(page, person)
    await eventually(t, () => keptPaths(page), ['/platform/files'])
  },
)

t.test('offline folders: team folders that were lost are not kept, opened or not', async (t) => {
  const { page, person, paths } = await begin()
  const owner = await signUp(app, { name: 'Olga Owner' })
  const teams = [await teamWith(owner, [[person, 'can_view']]), await teamWith(owner, [[person, 'can_edit']], 'Plans')]
  const inner = await makeFolder(owner, 'Inner', teams[0]?.id)
  const shared = '/platform/shared-with-me'
  for (const path of [shared, ...[inner, ...teams.map(({ id }) => id)].map((id) => `/platform/files/${id}`)]) {
    await page.goto(`${app.url}${path}`)
    await eventually(t, async () => (await keptPaths(page))?.includes(path), true)
  }
  t.notMatch(JSON.stringify(await keptFolders(page)), /Olga/, 'of the owner nothing is kept')
  await page.goto(`${app.url}/platform/files`)
  await page.waitForSelector('html[data-realtime=open]')
  await setMembers(owner, teams[0]?.id ?? '', [])
  const left = [...paths, `/platform/files/${teams[1]?.id}`].sort()
  await eventually(t, () => keptPaths(page), [...left, shared])
  await page.goto('about:blank')
  await setMembers(owner, teams[1]?.id ?? '', [])
  await page.goto(`${app.url}/platform/files`)
  await eventually(t, () => keptPaths(page), [...paths, shared])
  await setOffline(page, true)
  await page.goto(`${app.url}${shared}`)
  await headingShown(page, 'Shared with me')
  t.equal(await page.getByText('Plans').count(), 0, 'nor named in the list')
})
