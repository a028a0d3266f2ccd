import { formatBytes, formatNumber, usePageContext } from '../../../web/ui.ts'
import type { HealthCheck } from '../../contract.ts'

const sizes = ['free', 'total', 'bytes']

/** The measured values as texts: sizes with their unit, other numbers in the reader's locale. */
export const useHealthValues = (values: HealthCheck['values']): Record<string, string> => {
  const { locale } = usePageContext()
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      return [name, sizes.includes(name) ? formatBytes(value, locale) : formatNumber(value, locale)]
    }),
  )
}
