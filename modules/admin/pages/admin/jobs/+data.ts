import type { PageContextServer } from 'vike/types'
import type { JobsOverview } from '../../../contract.ts'
import { adminServices } from '../../admin-services.ts'

export const data = (page: PageContextServer): Promise<JobsOverview> => adminServices(page).jobs()
