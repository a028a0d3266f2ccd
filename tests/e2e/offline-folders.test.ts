import type { Page } from 'playwright-core'
import t from 'tap'
import { signIn, signUp } from '../support/actors.ts'
import { axeFaults, setCookies, type Visit } from '../support/browser.ts'
import { headingShown, listedNames, row, rowHandle, rowShown } from '../support/files-page.ts'
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

/** A person with two folders. */
const somebody = async () => {
  const { person, ids } = await newUser(['Letters', 'Bills'], 1)
  const [letters, bills] = [ids.Letters ?? '', ids.Bills ?? '']
  await seedFolder(db, person.id, 2, { parent: letters, prefix: 'Letter ' })
  return { person, letters, bills, paths: ['/platform/files', `/platform/files/${letters}`] }
}
/** The files page, once its folder is kept. */
const keepFiles = async (page: Page) => {
  await page.goto(`${app.url}/platform/files`)
  await eventually(t, async () => (await keptPaths(page))?.includes('/platform/files'), true)
}

/** A person who keeps folders on this device, with the files page and the folder “Letters” opened once. */
const begin = async (visit: Visit = {}) => {
  const { person, letters, ...ids } = await somebody()
  const page = await browser.visit(`${app.url}/robots.txt`, { ...visit, as: person, hydrates: false })
  // As the switch does, which the test of the switch uses.
  await page.evaluate((account) => localStorage.setItem('coffer-offline', account), person.id)
  await page.goto(`${app.url}/platform/files/${letters}`)
  await eventually(t, () => keptPaths(page), [`/platform/files/${letters}`])
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'My Files' }).click()
  await rowShown(page, 'Letters')
  await eventually(t, () => keptPaths(page), ids.paths)
  await eventually(t, () => page.evaluate(isControlled), true)
  return { page, person, letters, ...ids }
}

/** Opens a section by its link. */
const follow = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name, exact: true }).click()
  await headingShown(page, name)
}

/** Puts copies of a kept folder below other paths (or its own), as if read and opened so many days before it. */
const changeKept = (page: Page, from: string, paths: string[], days: number) =>
  page.evaluate(
    ([path, others, ago]) =>
      new Promise<void>((resolve) => {
        const opened = indexedDB.open('coffer-offline')
        opened.onsuccess = () => {
          const transaction = opened.result.transaction('folders', 'readwrite')
          const store = transaction.objectStore('folders')
          const request = store.get(path)
          request.onsuccess = () => {
            const { at, openedAt, ...folder } = request.result
            for (const other of others)
              store.put({ ...folder, path: other, at: at - ago * 86_400_000, openedAt: openedAt - ago * 86_400_000 })
          }
          transaction.oncomplete = () => {
            opened.result.close()
            resolve()
          }
        }
      }),
    [from, paths, days] as const,
  )

t.test(
  'offline folders: a page that cannot be loaded shows the kept folder, read-only, until the server is back, and for a week',
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
    await changeKept(page, `/platform/files/${letters}`, [`/platform/files/${letters}`], 8)
    await page.goto(`${app.url}/platform/files/${letters}`)
    await headingShown(page, 'This page isn’t kept on this device.')
    t.same(await keptPaths(page), ['/platform/files'], 'older than a week')
    await page.goto(`${app.url}/platform/files/${bills}`)
    await headingShown(page, 'This page isn’t kept on this device.')
    await putFile(person, 'Bill of May.txt', 'bill', bills)
    await setOffline(page, false)
    await rowShown(page, 'Bill of May.txt')
    t.strictSame(browser.errors, [])
  },
)

t.test('offline folders: an open tab shows what was kept before, and reads it again once online', async (t) => {
  const { page, person, letters } = await begin({ inAdvance: true })
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

const isGone = (page: Page) => eventually(t, () => keptPaths(page), null)
/** Nothing is kept, and without a connection nothing is shown. */
const nothingLeft = async (page: Page) => {
  await isGone(page)
  await setOffline(page, true)
  await t.rejects(page.goto(`${app.url}/platform/files`), /ERR_/, 'the browser’s own page')
  await setOffline(page, false)
}

t.test(
  'offline folders: the switch: off by default; on, ten folders are kept, and nothing else; off, none',
  async (t) => {
    const { person, letters, bills, paths } = await somebody()
    const page = await openFiles(person, { inAdvance: true })
    await rowHandle(page, 'Letters').dblclick()
    await headingShown(page, 'Letters')
    await page.waitForSelector('html[data-prefetched]')
    t.equal(await page.evaluate(isControlled), false)
    t.equal(await keptPaths(page), null)

    await page.goto(`${app.url}/user/settings/storage`)
    await keptSwitch(page).check()
    await eventually(t, () => page.evaluate(isControlled), true)
    await page.goto(`${app.url}/platform/files/${letters}`)
    await eventually(t, () => keptPaths(page), paths.slice(1))
    await follow(page, 'My Files')
    await eventually(t, () => keptPaths(page), paths)
    for (const name of ['Trash', 'Recent Uploads', 'Shared by me']) await follow(page, name)
    const lists = ['/platform/shared-with-me', '/platform/team-folders']
    for (const [at, name] of ['Shared with me', 'Team folders'].entries()) {
      await follow(page, name)
      await eventually(t, async () => (await keptPaths(page))?.includes(lists[at] as string), true)
    }
    t.same(await keptPaths(page), [...paths, ...lists].sort(), 'no trash, no uploads')

    const others = Array.from({ length: 6 }, (_, index) => `/platform/files/${index}`)
    const [oldest = '', ...older] = others
    await changeKept(page, '/platform/files', older, 1)
    await changeKept(page, '/platform/files', [oldest], 2)
    await follow(page, 'My Files')
    await rowHandle(page, 'Bills').dblclick()
    const ten = [...paths, ...lists, ...older, `/platform/files/${bills}`].sort()
    await eventually(t, () => keptPaths(page), ten, 'the eleventh takes the place of the oldest')

    await page.goto(`${app.url}/user/settings/storage`)
    await keptSwitch(page).uncheck()
    await eventually(t, () => page.evaluate(isControlled), false)
    await nothingLeft(page)
  },
)

t.test('offline folders: the end of the session deletes them; whoever signs in again keeps them again', async (t) => {
  const { page, person } = await begin({ inAdvance: true })
  await page.waitForSelector('html[data-prefetched]')
  await page.context().clearCookies()
  await row(page, 'Letters').click()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog', { name: 'You’ve been signed out' }).waitFor()
  await isGone(page)
  await signInAgain(page, person)
  await eventually(t, () => keptPaths(page), ['/platform/files'], 'in the open tab')

  const other = await page.context().newPage()
  await other.goto(`${app.url}/platform/files`)
  await rowShown(other, 'Bills')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/platform'))
  await other.waitForURL(/sign-in/)
  await isGone(other)
  await other.close()
  await nothingLeft(page)

  await setCookies(page.context(), app.url, { as: await signIn(app, person) })
  await keepFiles(page)
  await db.query('delete from sessions where user_id = $1', [person.id])
  await page.goto(`${app.url}/platform/files`)
  await page.waitForURL(/sign-in/)
  await nothingLeft(page)

  await setCookies(page.context(), app.url, { as: await signIn(app, person) })
  await keepFiles(page)
  await setCookies(page.context(), app.url, { as: await signUp(app) })
  await page.goto(`${app.url}/platform/files`)
  await nothingLeft(page)
})

t.test('offline folders: team folders that were lost are not kept, opened or not', async (t) => {
  const { page, person, paths } = await begin()
  const owner = await signUp(app, { name: 'Olga Owner' })
  const teams = [await teamWith(owner, [[person, 'can_view']]), await teamWith(owner, [[person, 'can_edit']], 'Plans')]
  const inner = await makeFolder(owner, 'Inner', teams[0]?.id)
  const shared = '/platform/shared-with-me'
  const isKept = (path: string) => eventually(t, async () => (await keptPaths(page))?.includes(path), true)
  const openRow = async (name: string, id: string | undefined) => {
    await rowHandle(page, name).dblclick()
    await isKept(`/platform/files/${id}`)
  }
  await follow(page, 'Shared with me')
  await isKept(shared)
  await openRow('Project', teams[0]?.id)
  await openRow('Inner', inner)
  await follow(page, 'Shared with me')
  await openRow('Plans', teams[1]?.id)
  t.notMatch(JSON.stringify(await keptFolders(page)), /Olga/, 'of the owner nothing is kept')
  await follow(page, 'My Files')
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
