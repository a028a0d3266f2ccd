import { usePageContext } from '../../../web/ui.ts'
import { type HealthCheck, healthValueText } from '../../contract.ts'

/** The measured values as texts in the reader's locale. */
export const useHealthValues = (values: HealthCheck['values']): Record<string, string> => {
  const { locale } = usePageContext()
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : healthValueText(name, value, locale),
    ]),
  )
}
