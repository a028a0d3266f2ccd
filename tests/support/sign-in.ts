import type { Page } from 'playwright-core'
import type { Person } from './actors.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Fills the steps of the sign-in page. */
export const signInOn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
}

/** Answers the dialog about an ended session: signs in in the tab that it opens, which then closes. */
export const signInAgain = async (page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> => {
  await page.getByRole('alertdialog', { name: 'You’ve been signed out' }).waitFor()
  const opened = page.waitForEvent('popup')
  await press(page, 'Sign in')
  const tab = await opened
  const closed = tab.waitForEvent('close')
  await tab.waitForSelector('html[data-hydrated]')
  await signInOn(tab, person)
  await closed
}
