import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { signIn, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { setMembers, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
const second = await testApp(t, { pages: true, db: app.db, dataDir: app.dataDir })

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })

t.test(
  'teams: members whose browsers are at another process see changes, and what they may do, as they happen',
  async (t) => {
    const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [
      [editor, 'can_edit'],
      [viewer, 'can_view'],
    ])
    const archive = await makeFolder(owner, 'Archive', team.id)
    const enter = async (person: typeof editor) => {
      const elsewhere = await signIn(second, person)
      const page = await browser.visit(`${second.url}/platform/files/${team.id}`, { as: elsewhere, width: 1280 })
      await page.waitForSelector('html[data-realtime]')
      await row(page, 'Archive').waitFor()
      return page
    }
    const pages = [await enter(editor), await enter(viewer)] as const
    const all = (name: string, state: 'visible' | 'detached' = 'visible') =>
      Promise.all(pages.map((page) => row(page, name).waitFor({ state })))

    const file = await putFile(owner, 'Minutes.txt', 'agreed', team.id)
    await all('Minutes.txt')
    const item = { id: file.id, type: 'file' }
    await owner.client.patch(`/api/rename/${file.id}`, { name: 'Minutes 2.txt', type: 'file' })
    await all('Minutes 2.txt')
    await owner.client.post('/api/move', { to_id: archive, items: [item] })
    await all('Minutes 2.txt', 'detached')
    await owner.client.post('/api/move', { to_id: team.id, items: [item] })
    await all('Minutes 2.txt')
    await owner.client.post('/api/remove', { items: [item] })
    await all('Minutes 2.txt', 'detached')

    const [editing, viewing] = pages
    const create = editing.getByRole('button', { name: 'Create', exact: true })
    await create.waitFor()
    await setMembers(owner, team.id, [
      { id: editor.id, permission: 'can_view' },
      { id: viewer.id, permission: 'can_view' },
    ])
    await create.waitFor({ state: 'detached' })
    await setMembers(owner, team.id, [{ id: editor.id, permission: 'can_view' }])
    await viewing.getByRole('heading', { name: 'This folder doesn’t exist' }).waitFor()
    t.ok(await row(editing, 'Archive').isVisible())
    t.strictSame(browser.errors, [])
  },
)
