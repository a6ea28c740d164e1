import { Button } from '@mantine/core'
import { useId } from 'react'

/** An act that is possible, or the reason why it is not, for the eye and for the ear. */
export function ActButton({
  label,
  allowed,
  onClick,
}: {
  readonly label: string
  readonly allowed: { readonly allowed: boolean; readonly reason: string | null } | undefined
  readonly onClick: () => void
}) {
  const id = useId()
  const isOpen = allowed === undefined || allowed.allowed
  return (
    <span className="act-button">
      <Button
        variant="default"
        size="xs"
        aria-disabled={!isOpen}
        data-disabled={isOpen ? undefined : true}
        aria-describedby={isOpen ? undefined : id}
        onClick={isOpen ? onClick : undefined}
      >
        {label}
      </Button>
      {!isOpen && (
        <span id={id} className="quiet act-reason">
          {allowed.reason}
        </span>
      )}
    </span>
  )
}
