import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, useHydrated, usePageContext, useT, useUnsavedInput } from '../../../web/ui.ts'

type FormValues = Record<string, string>
/** Validates a field: the i18n key of its error, or null. `all` holds the values of all fields, to compare with. */
export type FieldCheck = (value: string, all: FormValues) => string | null

const read = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/**
 * A form of uncontrolled fields, so that text typed, or filled in by a password manager, before hydration stays.
 * Validates on submit; after that, also while an invalid field is edited and when a field is left. Errors of the API go
 * to the fields they name, all others to `formError`. The focus goes to the first invalid field. `submit` resolves with
 * false when the person has cancelled it: the typed text is still unsaved.
 */
export const useForm = (checks: Record<string, FieldCheck>, submit: (values: FormValues) => Promise<unknown>) => {
  const t = useT()
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  const submitted = useRef(false)
  const [typed, setTyped] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [formError, setFormError] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const [failedSubmits, setFailedSubmits] = useState(0)

  // Visitors' forms, for signing in, are short, and password managers fill them in.
  useUnsavedInput(() => (typed ? (busy ? 'saving' : 'unsaved') : 'saved'), {
    isWatched: usePageContext().user !== null,
  })

  useEffect(() => {
    if (failedSubmits) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failedSubmits])

  const validate = (values: FormValues) =>
    Object.fromEntries(
      Object.entries(checks).flatMap(([name, check]) => {
        const key = check(values[name] ?? '', values)
        return key ? [[name, t(key)]] : []
      }),
    )
  const showErrors = (next: Record<string, string>) => {
    setErrors(next)
    setFailedSubmits((count) => count + 1)
  }

  const recheck = (form: HTMLFormElement, name: string) => {
    if (!(name in checks)) return
    const wrong = validate(read(form))[name]
    setErrors(({ [name]: _, ...others }) => (wrong ? { ...others, [name]: wrong } : others))
  }

  const send = async (form: HTMLFormElement) => {
    if (busy) return
    submitted.current = true
    setFormError(null)
    const values = read(form)
    const invalid = validate(values)
    if (Object.keys(invalid).length > 0) return showErrors(invalid)
    setErrors({})
    setBusy(true)
    try {
      if ((await submit(values)) !== false) setTyped(false)
    } catch (error) {
      if (!(error instanceof CallError)) {
        // The error is not from the API: the bot check cannot run, or a script did not load.
        setFormError(new CallError(0, { code: 'broken', message: t('web:error.broken.title') }))
        return
      }
      const named = Object.entries(error.errors).flatMap(([name, [text]]) =>
        name in checks && text ? [[name, text]] : [],
      )
      if (named.length > 0) showErrors(Object.fromEntries(named))
      else setFormError(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    errors,
    /** An error of the API that names no field of this form. */
    formError,
    busy,
    /** False until hydrated: the button is disabled until then, so that Enter submits nothing either. */
    ready: hydrated,
    formProps: {
      ref,
      noValidate: true,
      // Never GET: a form submitted before hydration must not put a password into the URL.
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void send(event.currentTarget)
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name, type } = event.target as HTMLInputElement
        // Passwords are typed again.
        if (type !== 'password') setTyped(true)
        if (errors[name]) recheck(event.currentTarget, name)
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        // Only when the focus moves to another field: an error that appears during a click would move the clicked button.
        const next = event.relatedTarget
        if (submitted.current && next instanceof HTMLInputElement)
          recheck(event.currentTarget, (event.target as Element & { name: string }).name)
      },
    },
  }
}
