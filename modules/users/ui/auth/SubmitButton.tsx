import { Button } from '../../../web/ui.ts'

type Props = { ready: boolean; busy: boolean; children: string }

/** Disabled until hydrated, so that Enter does not submit either; looks enabled, as a short change would flicker. */
export const SubmitButton = ({ ready, busy, children }: Props) => (
  <Button
    type="submit"
    variant="solid"
    size="lg"
    wide
    disabled={!ready}
    loading={busy}
    className="disabled:opacity-100"
  >
    {children}
  </Button>
)
