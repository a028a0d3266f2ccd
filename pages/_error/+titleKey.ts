import type { PageContext } from 'vike/types'
import { errorKind } from './error-kind.ts'

export const titleKey = (pageContext: PageContext): string => `web:error.${errorKind(pageContext)}.pageTitle`
