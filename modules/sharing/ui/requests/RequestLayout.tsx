import type { ReactNode } from 'react'
import { PlainLayout } from '../../../web/ui.ts'

export const RequestLayout = ({ children }: { children: ReactNode }) => <PlainLayout wide>{children}</PlainLayout>
