import { type Actor, type Person, signUp } from './actors.ts'
import type { TestApp } from './app.ts'

/** A new administrator, whose password counts as confirmed. */
export const newAdmin = async (app: TestApp, given: Partial<Person> = {}): Promise<Actor> => {
  const actor = await signUp(app, given)
  await app.coffer.platform.db.query(`update users set role = 'admin' where id = $1`, [actor.id])
  app.coffer.users.invalidate(actor.id)
  await actor.client.post('/user/confirm-password', { password: actor.password })
  return actor
}
