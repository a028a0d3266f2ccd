import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, useHydrated, useT } from '../../../web/ui.ts'

export type Values = Record<string, string>
/** What is wrong with a value, as an i18n key; null when nothing is. The other values are there to compare with. */
export type Check = (value: string, all: Values) => string | null

const read = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/**
 * A form of uncontrolled fields, so that what is typed (or filled in by a password manager) before hydration stays.
 * Checked when sent; from then on while a wrong field is mended and when a field is left; refusals of the server go to the field they name, the
 * rest to `problem`. The focus goes to the first wrong field.
 */
export const useForm = (checks: Record<string, Check>, submit: (values: Values) => Promise<void>) => {
  const t = useT()
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  const tried = useRef(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(0)

  useEffect(() => {
    if (refused) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])

  const checked = (values: Values) =>
    Object.fromEntries(
      Object.entries(checks).flatMap(([name, check]) => {
        const key = check(values[name] ?? '', values)
        return key ? [[name, t(key)]] : []
      }),
    )
  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setRefused((count) => count + 1)
  }

  const recheck = (form: HTMLFormElement, name: string) => {
    if (!(name in checks)) return
    const wrong = checked(read(form))[name]
    setErrors(({ [name]: _, ...others }) => (wrong ? { ...others, [name]: wrong } : others))
  }

  const send = async (form: HTMLFormElement) => {
    if (busy) return
    tried.current = true
    setProblem(null)
    const values = read(form)
    const found = checked(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const named = Object.entries(error.errors).flatMap(([name, [text]]) =>
        name in checks && text ? [[name, text]] : [],
      )
      if (named.length > 0) refuse(Object.fromEntries(named))
      else setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    errors,
    /** A refusal that names no field of this form. */
    problem,
    busy,
    /** False until hydrated: the button is then off, and Enter sends nothing either. */
    ready: hydrated,
    formProps: {
      ref,
      noValidate: true,
      // Never a GET: a form sent without script must not put a password into the address.
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void send(event.currentTarget)
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        if (errors[name]) recheck(event.currentTarget, name)
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        // Only on the way to another field: a line that appears under the pointer would move the button off a click.
        const next = event.relatedTarget
        if (tried.current && next instanceof HTMLInputElement)
          recheck(event.currentTarget, (event.target as Element & { name: string }).name)
      },
    },
  }
}
