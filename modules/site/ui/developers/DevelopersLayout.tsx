import type { ReactNode } from 'react'
import { PlainLayout } from '../../../web/ui.ts'

export const DevelopersLayout = ({ children }: { children: ReactNode }) => <PlainLayout wide>{children}</PlainLayout>
