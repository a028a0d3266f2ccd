import type { PageContextServer } from 'vike/types'
import { wizardPage } from '../../wizard-page.ts'

export const data = async (page: PageContextServer) => ({
  ...(await wizardPage(page, 'status-check')),
  rows: await page.services.installer.status(page.locale),
})
