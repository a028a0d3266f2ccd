import type { Platform } from '../../modules/platform/index.ts'

/**
 * Runs `act` while no email can be queued, as if the process ended then. What announces itself by email in its own
 * transaction is undone.
 */
export const withoutMails = async <T>({ mailer }: Pick<Platform, 'mailer'>, act: () => Promise<T>): Promise<T> => {
  const { send } = mailer
  mailer.send = async () => {
    throw new Error('crash')
  }
  try {
    return await act()
  } finally {
    mailer.send = send
  }
}
