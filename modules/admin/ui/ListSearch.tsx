import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../web/ui.ts'

const searchDelayMs = 250

interface Props {
  label: string
  /** What the list shows now. */
  value: string
  onSearch(value: string): void
}

/** The search field of a list, which loads anew when typing pauses. */
export const ListSearch = ({ label, value, onSearch }: Props) => {
  const [search, setSearch] = useState(value)
  const latest = useRef({ value, onSearch })
  latest.current = { value, onSearch }
  useEffect(() => {
    if (search === latest.current.value) return
    const timer = setTimeout(() => latest.current.onSearch(search), searchDelayMs)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <TextField
      type="search"
      icon={Search}
      label={label}
      hideLabel
      placeholder={label}
      value={search}
      onValue={setSearch}
      className="min-w-48 grow basis-72"
    />
  )
}
