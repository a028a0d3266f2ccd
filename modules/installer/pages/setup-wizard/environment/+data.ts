import type { PageContextServer } from 'vike/types'
import { wizardPage } from '../../wizard-page.ts'

export const data = (page: PageContextServer) => wizardPage(page, 'environment')
