import type { PageContextServer } from 'vike/types'
import type { PlanData } from '../../../../../../ui/billing/PlanLayout.tsx'
import { planOf } from '../plan-of.ts'

export const data = async (page: PageContextServer): Promise<PlanData> => ({ plan: (await planOf(page)).plan })
