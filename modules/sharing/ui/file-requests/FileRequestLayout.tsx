import type { ReactNode } from 'react'
import { PlainLayout } from '../../../web/ui.ts'

export const FileRequestLayout = ({ children }: { children: ReactNode }) => (
  <PlainLayout wide leaves>
    {children}
  </PlainLayout>
)
