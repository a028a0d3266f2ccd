import type { Db, EventMap, EventName, Tx } from '../../../platform/index.ts'

type AlertName = Extract<EventName, `storage.${'backup' | 'content' | 'deletions'}.${string}`>
type Alert<Name extends AlertName> = Omit<EventMap[Name], 'userId'>

/** Emits an event for each administrator when the transaction is committed. */
export const alertAdminsWithin = async <Name extends AlertName>(
  tx: Tx,
  name: Name,
  payload: Alert<Name>,
): Promise<void> => {
  const admins = await tx.query<{ id: string }>(
    `select id from user_summaries where role = 'admin' and status = 'active' order by id`,
  )
  for (const { id } of admins) tx.emit(name, { ...payload, userId: id } as unknown as EventMap[Name])
}

/** Emits an event for each administrator. */
export const alertAdmins = <Name extends AlertName>(
  { db }: { db: Db },
  name: Name,
  payload: Alert<Name>,
): Promise<void> => db.transaction((tx) => alertAdminsWithin(tx, name, payload))
