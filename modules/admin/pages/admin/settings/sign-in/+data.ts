import type { PageContextServer } from 'vike/types'
import { adminServices } from '../../../admin-services.ts'

export const data = (page: PageContextServer) => adminServices(page).signInSettings()
