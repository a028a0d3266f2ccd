import { useEffect, useState } from 'react'
import {
  type CreatedOnce,
  type ErrorCodes,
  formatLocale,
  isEmail,
  isSameEmail,
  normalEmail,
} from '../../shared/contract.ts'
import { announceIfUnknown } from '../../storage/ui.ts'
import { CallError, errorText, useFeedback, usePageContext, useT } from '../../web/ui.ts'
import { convertOnce, createTeamOnce } from '../client/create-team.ts'
import { exceedsLimit, type MemberLimit } from '../client/member-limit.ts'
import { peopleChanges } from '../client/people-changes.ts'
import { type KnownPerson, loadMemberLimit, teamsApi } from '../client/teams.api.ts'
import type { TeamFolder, TeamPermission } from '../contract.ts'
import { type PersonEntry, peopleEntries } from './person-entry.ts'

/** `isEarlierInput`: the folder was created from earlier input, which the person has changed since. */
export type TeamSaved = (saved: TeamFolder, isEarlierInput: boolean) => void
export type TeamFormMode = 'create' | 'convert' | 'edit'

/** Errors that are shown at the field for emails. */
const emailErrors: string[] = ['members-limit', 'invitations-limit', 'invite-yourself'] satisfies ErrorCodes['teams'][]

/** State of the form that creates a team folder, turns a folder into one, or changes its people. */
export const useTeamForm = (
  mode: TeamFormMode,
  folder: { id: string } | null,
  onSaved: TeamSaved,
  close: () => void,
) => {
  const t = useT()
  const feedback = useFeedback()
  const { user, locale } = usePageContext()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  /** Permission of the person who is added next. */
  const [role, setRole] = useState<TeamPermission>('can_edit')
  const [nameError, setNameError] = useState<string | null>(null)
  const [emailError, setEmailError] = useState<string | null>(null)
  const [problems, setProblems] = useState(0)
  const [people, setPeople] = useState<readonly PersonEntry[]>([])
  const [owner, setOwner] = useState<Omit<PersonEntry, 'permission'> | null>(null)
  const [loading, setLoading] = useState(mode === 'edit')
  const [busy, setBusy] = useState(false)
  const [create] = useState(createTeamOnce)
  const [convert] = useState(() => convertOnce(folder?.id ?? ''))
  const [limit, setLimit] = useState<MemberLimit | null>(null)
  /** The people of the folder as loaded; empty before. */
  const [before, setBefore] = useState<readonly PersonEntry[]>([])

  const fail = (show: (text: string) => void, text: string) => {
    show(text)
    setProblems((count) => count + 1)
  }
  const showError = (error: unknown) => {
    const isKnown = error instanceof CallError && error.status > 0
    const text = errorText(error, t)
    const [wrongName] = (isKnown && error.errors.name) || []
    if (wrongName) fail(setNameError, wrongName)
    else if (isKnown && emailErrors.includes(error.code)) fail(setEmailError, text)
    else feedback.toast({ kind: 'danger', text })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the dialog opens
  useEffect(() => {
    // Without the limit, the server rejects too many people.
    loadMemberLimit().then(setLimit, () => undefined)
    if (mode !== 'edit' || !folder) return
    teamsApi
      .members(folder.id)
      .then(({ members, invitations }) => {
        const loaded = peopleEntries(members, invitations)
        const ownerMember = members.find(({ attributes: { permission } }) => permission === 'owner')
        setOwner(ownerMember ? { ...ownerMember.attributes, id: ownerMember.id, waiting: false, expired: false } : null)
        const { compare } = new Intl.Collator(formatLocale(locale), { numeric: true })
        const sorted = loaded.toSorted((one, other) => compare(one.name, other.name))
        const loadedEmails = new Set(loaded.map(({ email }) => normalEmail(email)))
        // People who were added meanwhile stay.
        setPeople((added) => [...added.filter(({ email }) => !loadedEmails.has(normalEmail(email))), ...sorted])
        setBefore(loaded)
        setLoading(false)
      })
      .catch((error) => {
        showError(error)
        close()
      })
  }, [])

  /** Null, with an error at the field, when the plan does not include so many people. */
  const put = (person: KnownPerson): PersonEntry[] | null => {
    const beforeEmails = before.map(({ email }) => email)
    if (exceedsLimit(limit, beforeEmails, [...people.map(({ email }) => email), person.email])) {
      setEmailError(t('teams:error.members-limit'))
      return null
    }
    setEmail('')
    const known = people.find(({ email }) => isSameEmail(email, person.email))
    const added = known ?? { ...person, name: person.name || person.email, id: null, waiting: false }
    // First, so that the person is in sight among many.
    const next = [{ ...added, permission: role, expired: false }, ...people.filter((other) => other !== known)]
    setPeople(next)
    return next
  }

  /** Adds the email of the field. Null when it is no valid email. */
  const add = (): PersonEntry[] | null => {
    const typedEmail = email.trim().toLowerCase()
    if (typedEmail === '') return [...people]
    const problem = !isEmail(typedEmail)
      ? 'teams:form.invalidEmail'
      : user && isSameEmail(typedEmail, user.email)
        ? 'teams:error.invite-yourself'
        : null
    // i18n-keys: teams:form.invalidEmail, teams:error.invite-yourself
    setEmailError(problem && t(problem))
    if (problem) return null
    return put({ email: typedEmail, name: typedEmail, avatar: null, color: null })
  }

  const submit = async () => {
    if (busy) return
    const all = add()
    if (mode === 'create' && name.trim() === '') return fail(setNameError, t('teams:form.nameRequired'))
    if (!all) return
    if (all.length === 0) return fail(setEmailError, t('teams:form.required'))
    const invitations = all.flatMap(({ id, email, permission }) =>
      id === null ? { type: 'invitation', email, permission } : [],
    )
    setBusy(true)
    try {
      const save = async (): Promise<CreatedOnce<TeamFolder>> => {
        if (mode === 'create') return create({ name: name.trim(), invitations })
        if (mode === 'convert') return convert({ invitations })
        const changed = await teamsApi.change(folder?.id ?? '', peopleChanges(before, all))
        return { created: changed, isEarlierInput: false }
      }
      const { created, isEarlierInput } = await save()
      onSaved(created, isEarlierInput)
    } catch (error) {
      announceIfUnknown(error)
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  const peopleKey = (rows: readonly PersonEntry[]) =>
    JSON.stringify(rows.map(({ email, permission, expired }) => `${email} ${permission} ${expired}`).sort())
  return {
    /** Something was entered that is not saved. */
    isDirty: name !== '' || email !== '' || peopleKey(people) !== peopleKey(before),
    /** Number of times that saving has failed because of a field, which then gets the focus. */
    problems,
    name,
    nameError,
    email,
    role,
    setRole,
    emailError,
    people,
    owner,
    loading,
    busy,
    add,
    submit,
    pick: (person: KnownPerson) => void put(person),
    setName: (value: string) => {
      setName(value)
      setNameError(null)
    },
    setEmail: (value: string) => {
      setEmail(value)
      setEmailError(null)
    },
    remove: (email: string) => setPeople((all) => all.filter((person) => person.email !== email)),
    inviteAgain: (email: string) =>
      setPeople((all) => all.map((one) => (one.email === email ? { ...one, waiting: false, expired: false } : one))),
    setPermission: (email: string, permission: TeamPermission) =>
      setPeople((all) => all.map((person) => (person.email === email ? { ...person, permission } : person))),
  }
}
