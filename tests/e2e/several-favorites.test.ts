import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { chooseInMenu, rowHandle, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

const { app, newUser, openFiles } = await filesTest(t)

const menuOf = async (page: Page, first: string, second: string) => {
  await rowHandle(page, first).click()
  await rowHandle(page, second).click({ modifiers: ['ControlOrMeta'] })
  await rowHandle(page, second).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download' }).waitFor()
}
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

t.test('favorites: the menu of several own folders adds them, and then removes them', async (t) => {
  const { person } = await newUser(['One', 'Two'])
  const page = await openFiles(person)
  const favorites = async () => (await person.client.get<{ data: unknown[] }>('/api/favourites')).body.data.length
  await menuOf(page, 'One', 'Two')
  await chooseInMenu(page, 'Add to favorites')
  await eventually(t, favorites, 2)
  await menuOf(page, 'One', 'Two')
  t.equal(await entry(page, 'Add to favorites').count(), 0)
  await chooseInMenu(page, 'Remove from favorites')
  await eventually(t, favorites, 0)
  await page.context().close()
})

t.test('favorites: folders of another owner are not offered to become favorites', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']], 'Team')
  for (const name of ['One', 'Two']) await makeFolder(owner, name, team.id)
  const page = await openFiles(member, { path: `files/${team.id}` })
  await rowShown(page, 'Two')
  await menuOf(page, 'One', 'Two')
  await entry(page, 'Move').waitFor()
  t.equal(await entry(page, 'Add to favorites').count(), 0)
  await page.context().close()
})
