import type { ReactNode } from 'react'
import { UserArea } from '../../../web/ui.ts'
import { ConfirmationProvider } from './ConfirmationProvider.tsx'

/** The user area, whose sensitive actions ask for the password. */
export const UserLayout = ({ children }: { children: ReactNode }) => (
  <UserArea>
    <ConfirmationProvider>{children}</ConfirmationProvider>
  </UserArea>
)
