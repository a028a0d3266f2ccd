import { useMemo } from 'react'
import { countryOptions } from '../../../users/ui.ts'
import { Select, type SelectProps, useHydrated, usePageContext, useT } from '../../../web/ui.ts'

/** A country, or none. A text of an earlier version that names none is shown as it is on invoices. */
export const CountrySetting = (props: Omit<SelectProps, 'options' | 'value'> & { value: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  // Names and their order differ between the server and browsers: until then there is the present country alone.
  const isHydrated = useHydrated()
  const { value } = props
  const options = useMemo(() => {
    const none = { value: '', label: t('users:profile.address.noCountry') }
    const known = isHydrated ? [none, ...countryOptions(locale)] : [none]
    return known.some((option) => option.value === value) ? known : [...known, { value, label: value }]
  }, [isHydrated, locale, t, value])
  return <Select {...props} options={options} />
}
