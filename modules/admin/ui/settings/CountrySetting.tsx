import { useMemo } from 'react'
import { countryOptions } from '../../../users/ui.ts'
import { SearchSelect, type SearchSelectProps, usePageContext, useT } from '../../../web/ui.ts'

/** A country, or none. A text of an earlier version that names none is shown as it is on invoices. */
export const CountrySetting = (props: Omit<SearchSelectProps, 'options'> & { value: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { value } = props
  const options = useMemo(() => {
    const known = [{ value: '', label: t('users:profile.address.noCountry') }, ...countryOptions(locale)]
    return known.some((option) => option.value === value) ? known : [...known, { value, label: value }]
  }, [locale, t, value])
  return <SearchSelect {...props} options={options} />
}
