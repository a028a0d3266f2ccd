import { Button } from '../../../web/ui.ts'

type Props = { ready: boolean; busy: boolean; children: string }

/** Off until hydrated, which also keeps Enter from sending; it does not look off, as that would only flicker. */
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
