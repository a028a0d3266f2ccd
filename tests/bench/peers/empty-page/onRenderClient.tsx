import { hydrateRoot } from 'react-dom/client'

export const onRenderClient = ({ Page }: { Page: () => null }) => {
  hydrateRoot(document.getElementById('root') as HTMLElement, <Page />)
}
