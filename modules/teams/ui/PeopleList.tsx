import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { foldText } from '../../shared/contract.ts'
import { Avatar, Button, cx, formatNumber, IconButton, Select, TextField, usePageContext, useT } from '../../web/ui.ts'
import { type TeamPermission, teamPermissions } from '../contract.ts'
import type { PersonEntry } from './person-entry.ts'

/** From this number on people are searched rather than looked through. */
const minSearched = 12
/** Rows that are shown at a time: a team folder may have thousands of members. */
const pageSize = 50

interface PeopleListProps {
  /** Shown first, and cannot be changed; null: not loaded, or the person who creates the team folder. */
  owner: Omit<PersonEntry, 'permission'> | null
  people: readonly PersonEntry[]
  onPermission: (email: string, permission: TeamPermission) => void
  onInviteAgain: (email: string) => void
  onRemove: (email: string) => void
}

/** The members and invited people of a team folder, with a search when they are many. */
export const PeopleList = ({ owner, people, onPermission, onInviteAgain, onRemove }: PeopleListProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const [query, setQuery] = useState('')
  const [end, setEnd] = useState(pageSize)
  const wanted = foldText(query.trim())
  const shownPeople =
    wanted === '' ? people : people.filter(({ name, email }) => foldText(`${name} ${email}`).includes(wanted))
  return (
    <div className="flex flex-col gap-3">
      {people.length >= minSearched && (
        <TextField
          type="search"
          label={t('teams:form.search', { total: formatNumber(people.length, locale) })}
          value={query}
          onValue={(value) => {
            setQuery(value)
            setEnd(pageSize)
          }}
          autoComplete="off"
        />
      )}
      <ul aria-label={t('teams:members')} className="flex flex-col gap-2 phone:gap-4">
        {owner && wanted === '' && (
          <li className="flex min-h-9 items-center gap-3">
            <Identity person={owner} />
            <span className="shrink-0 pe-2 text-13 text-muted">{t('teams:permission.owner')}</span>
          </li>
        )}
        {shownPeople.slice(0, end).map((person) => (
          <Person
            key={person.email}
            person={person}
            onPermission={(permission) => onPermission(person.email, permission)}
            onInviteAgain={() => onInviteAgain(person.email)}
            onRemove={() => onRemove(person.email)}
          />
        ))}
      </ul>
      {shownPeople.length === 0 && <p className="text-13 text-muted">{t('teams:form.nobodyFound')}</p>}
      {shownPeople.length > end && (
        <Button size="sm" className="self-start" onClick={() => setEnd(end + pageSize)}>
          {t('teams:form.more')}
        </Button>
      )}
    </div>
  )
}

/** A name is cut at the end of its own script's direction, and aligned with the page's lines. */
const line =
  'block truncate [text-align:-webkit-match-parent] supports-[text-align:match-parent]:[text-align:match-parent]'

interface IdentityProps {
  person: Omit<PersonEntry, 'permission'>
  /** Beside the name; on phones below it, where there is no room. */
  children?: ReactNode
}

const Identity = ({ person: { name, email, avatar, color, waiting, expired }, children }: IdentityProps) => {
  const t = useT()
  return (
    <>
      <Avatar image={avatar} name={name} email={email} color={color} size={36} />
      <span className="flex min-w-0 grow items-center gap-3 phone:flex-col phone:items-start phone:gap-1.5">
        <span className="w-full min-w-0">
          <span dir="auto" className={cx(line, 'text-14')}>
            {name}
          </span>
          {(waiting || name !== email) && (
            <span dir="auto" className={cx(line, 'text-12 text-muted')}>
              {expired ? t('teams:form.expired') : waiting ? t('teams:form.waiting') : email}
            </span>
          )}
        </span>
        {children}
      </span>
    </>
  )
}

interface PersonProps {
  person: PersonEntry
  onPermission: (permission: TeamPermission) => void
  onInviteAgain: () => void
  onRemove: () => void
}

const Person = ({ person, onPermission, onInviteAgain, onRemove }: PersonProps) => {
  const t = useT()
  const { name, permission, expired } = person
  /** The choice of the permission takes the place and the focus of the pressed button. */
  const [isInvitedAgain, setInvitedAgain] = useState(false)
  const inviteAgain = () => {
    setInvitedAgain(true)
    onInviteAgain()
  }
  return (
    <li className="flex items-center gap-3 phone:items-start">
      <Identity person={person}>
        <span className="shrink-0">
          {expired ? (
            <Button size="sm" aria-label={t('teams:form.inviteAgainOf', { name })} onClick={inviteAgain}>
              {t('teams:form.inviteAgain')}
            </Button>
          ) : (
            <Select
              label={t('teams:form.permission', { name })}
              hideLabel
              size="sm"
              autoFocus={isInvitedAgain}
              value={permission}
              onValue={(value) => onPermission(value as TeamPermission)}
              options={teamPermissions.map((value) => ({ value, label: t(`teams:permission.${value}`) }))}
            />
          )}
        </span>
      </Identity>
      <IconButton size="sm" icon={X} label={t('teams:form.remove', { name })} onClick={onRemove} />
    </li>
  )
}
