import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Button, EmptyState } from '../kit/index.ts'

interface Props {
  children: ReactNode
  /** A change retries rendering after an error, e.g. the path. */
  resetKey?: string
}

/** Catches rendering errors of its children and offers a retry; the rest of the screen keeps working. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  render() {
    if (!this.state.failed) return this.props.children
    return <ErrorMessage retry={() => this.setState({ failed: false })} />
  }
}

const ErrorMessage = ({ retry }: { retry: () => void }) => {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('web:shell.errorBoundary.title')}
        text={t('web:shell.errorBoundary.text')}
        actions={<Button onClick={retry}>{t('web:kit.retry')}</Button>}
      />
    </div>
  )
}
