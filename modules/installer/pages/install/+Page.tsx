import { useData } from '../../../web/ui.ts'
import { InstallPage } from '../../ui/InstallPage.tsx'
import type { InstallPageData } from './+data.ts'

export const Page = () => <InstallPage {...useData<InstallPageData>()} />
