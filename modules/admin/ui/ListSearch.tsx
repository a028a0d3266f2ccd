import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField, useLatest } from '../../web/ui.ts'

const searchDelayMs = 250
/** Characters that every list accepts. */
const maxSearchLength = 200

interface Props {
  label: string
  /** The search that was requested last. */
  value: string
  onSearch(value: string): void
}

/** The search field of a list, which loads again when typing pauses. */
export const ListSearch = ({ label, value, onSearch }: Props) => {
  const [search, setSearch] = useState(value)
  const latest = useLatest({ value, onSearch })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  const begin = (text: string) => {
    if (text === latest.current.value) return
    sent.current = text
    latest.current.onSearch(text)
  }
  // A link has opened the list with another search or none. Text that was typed since is still to be searched.
  useEffect(() => {
    const before = sent.current
    sent.current = value
    setSearch((current) => (current === before ? value : current))
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text has changed
  useEffect(() => {
    timer.current = setTimeout(() => begin(search), searchDelayMs)
    return () => clearTimeout(timer.current)
  }, [search])
  return (
    <TextField
      type="search"
      icon={Search}
      label={label}
      hideLabel
      placeholder={label}
      maxLength={maxSearchLength}
      value={search}
      onValue={setSearch}
      // The next click may navigate: a later search would undo that.
      onBlur={() => {
        clearTimeout(timer.current)
        begin(search)
      }}
      className="min-w-48 grow basis-72"
    />
  )
}
