import { useEffect, useId, useRef, useState } from 'react'
import { normalEmail } from '../../shared/contract.ts'
import { Avatar, Button, cx, TextField, useT } from '../../web/ui.ts'
import type { KnownPerson } from '../client/teams.api.ts'

interface PeopleFieldProps {
  value: string
  error: string | null
  onValue: (value: string) => void
  /** Looks up people by a part of their name or email. */
  find: (text: string) => Promise<readonly KnownPerson[]>
  /** Emails that are not suggested, as `normalEmail` writes them. */
  except: ReadonlySet<string>
  onPick: (person: KnownPerson) => void
  /** Suggests as soon as the field has the focus; else when it is clicked, or something is typed. */
  suggestsOnFocus: boolean
  /** Adds the typed email. */
  onAdd: () => void
}

/** ms after typing before people are looked up. */
const lookupDelayMs = 150

/**
 * Calls a function at once, or when the button of the mouse is up: a longer list moves the buttons below it, and a click on
 * a button that moves away meanwhile is lost.
 */
const useAfterPress = () => {
  const isPressed = useRef(false)
  useEffect(() => {
    const down = () => {
      isPressed.current = true
    }
    const up = () => {
      isPressed.current = false
    }
    const stop = new AbortController()
    window.addEventListener('pointerdown', down, { capture: true, signal: stop.signal })
    for (const event of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(event, up, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return (fn: () => void) => {
    if (!isPressed.current) return fn()
    // The click comes after it.
    window.addEventListener('pointerup', () => setTimeout(fn), { once: true })
  }
}

/** Email of a person to invite, with suggestions of people one works with: a combobox whose list stands below it. */
export const PeopleField = ({
  value,
  error,
  onValue,
  find,
  except,
  onPick,
  suggestsOnFocus,
  onAdd,
}: PeopleFieldProps) => {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [suggestions, setSuggestions] = useState<readonly KnownPerson[]>([])
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const afterPress = useAfterPress()
  const shown = open ? suggestions.filter(({ email }) => !except.has(normalEmail(email))) : []
  const text = value.trim()

  useEffect(() => {
    if (!open) return
    let isOutdated = false
    const search = () =>
      find(text).then(
        (people) => {
          if (!isOutdated) setSuggestions(people)
        },
        () => undefined,
      )
    const timer = setTimeout(search, text === '' ? 0 : lookupDelayMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, open, find])

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const pick = (person: KnownPerson) => {
    setActive(-1)
    onPick(person)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const person = shown[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      setActive(Math.max(-1, Math.min(shown.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1))))
    } else if (event.key === 'Enter' && person) pick(person)
    else if (event.key === 'Enter' && text !== '') onAdd()
    else if (event.key === 'Escape' && shown.length > 0) setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <div>
      <TextField
        label={t('teams:form.email')}
        help={t('teams:form.emailHelp')}
        value={value}
        error={error}
        onValue={(typed) => {
          onValue(typed)
          setOpen(true)
          setActive(-1)
        }}
        onFocus={() => suggestsOnFocus && setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => afterPress(() => setOpen(false))}
        onKeyDown={onKeyDown}
        data-own-escape={shown.length > 0 || undefined}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        trailing={
          <Button size="sm" variant="quiet" onClick={onAdd}>
            {t('teams:form.add')}
          </Button>
        }
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('teams:form.known')}
        className={cx(
          'mt-1 max-h-56 overflow-y-auto rounded-md border border-line bg-raised p-1',
          shown.length === 0 && 'hidden',
        )}
      >
        {shown.map((person, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, see aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is
          <div
            key={person.email}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            data-active={index === active || undefined}
            onPointerMove={() => setActive(index)}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(person)}
            className={cx(
              'flex min-h-10 cursor-default items-center gap-2.5 rounded-sm px-2 py-1 pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            <Avatar image={person.avatar} name={person.name} email={person.email} color={person.color} size={28} />
            <span className="min-w-0">
              <span className="block truncate text-14">{person.name || person.email}</span>
              {person.name && <span className="block truncate text-12 text-muted">{person.email}</span>}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
