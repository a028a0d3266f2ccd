import { useMemo, useState } from 'react'
import { currencies, formatLocale } from '../../../shared/contract.ts'
import { SearchSelect, usePageContext, useT } from '../../../web/ui.ts'

interface Props {
  initial: string
  error?: string | undefined
}

/** All currencies, by name in the reader's language; its form field is `currency`. */
export const CurrencyField = ({ initial, error }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const [value, setValue] = useState(initial)
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([formatLocale(locale)], { type: 'currency' })
    return currencies.map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }))
  }, [locale])
  return (
    <SearchSelect
      name="currency"
      label={t('admin:plan.currency')}
      error={error}
      options={options}
      value={value}
      onValue={setValue}
    />
  )
}
