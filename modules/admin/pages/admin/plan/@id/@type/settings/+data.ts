import type { PageContextServer } from 'vike/types'
import type { PlanPageData } from '../../../../../../ui/billing/PlanLayout.tsx'
import { requirePlan } from '../require-plan.ts'

export const data = async (page: PageContextServer): Promise<PlanPageData> => ({ plan: (await requirePlan(page)).plan })
