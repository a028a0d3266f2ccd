import type { Db, EventMap, EventName } from '../../../platform/index.ts'

type AlertName = Extract<EventName, `storage.${'backup' | 'content'}.${string}`>
type Alert<Name extends AlertName> = Omit<EventMap[Name], 'userId'>

/** Emits an event for each administrator. */
export const alertAdmins = async <Name extends AlertName>(
  { db }: { db: Db },
  name: Name,
  payload: Alert<Name>,
): Promise<void> => {
  const admins = await db.query<{ id: string }>(
    `select id from user_summaries where role = 'admin' and status = 'active' order by id`,
  )
  await db.transaction(async (tx) => {
    for (const { id } of admins) tx.emit(name, { ...payload, userId: id } as unknown as EventMap[Name])
  })
}
