import type { BodyOf } from '../../shared/contract.ts'
import { callWithForm } from '../../users/ui.ts'
import { call } from '../../web/ui.ts'
import { createUser } from '../contract.ts'

/** Creates an account, with its picture where one was chosen. Throws `CallError`. */
export const createAccount = (body: BodyOf<typeof createUser>, picture: Blob | null) => {
  if (!picture) return call(createUser, { body })
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, value)
  form.set('avatar', picture, 'avatar')
  return callWithForm(createUser, createUser.path, form)
}
