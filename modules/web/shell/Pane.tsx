import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Button, EmptyState } from '../kit/index.ts'

interface Props {
  children: ReactNode
  /** A change gives a failed pane another try, e.g. the address. */
  resetKey?: string
}

/** A part of the screen that fails alone: an error shows what to do and leaves the other panes working. */
export class Pane extends Component<Props, { failed: boolean }> {
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  render() {
    if (!this.state.failed) return this.props.children
    return <Failed retry={() => this.setState({ failed: false })} />
  }
}

const Failed = ({ retry }: { retry: () => void }) => {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('web:shell.pane.title')}
        text={t('web:shell.pane.text')}
        actions={<Button onClick={retry}>{t('web:shell.pane.retry')}</Button>}
      />
    </div>
  )
}
