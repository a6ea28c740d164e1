import type { AllowedAct, Policy } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useSayReason } from './say-reason.ts'

/** An act that is possible, or the reason why it is not, for the eye and for the ear. */
export function ActButton({
  label,
  policy,
  allowed,
  onClick,
}: {
  readonly label: string
  /** Whose number stands in the reason in place of its id. */
  readonly policy?: Pick<Policy, 'id' | 'insurer_policy_id'>
  readonly allowed: AllowedAct | undefined
  readonly onClick: () => void
}) {
  const id = useId()
  const reason = useSayReason(policy)(allowed)
  return (
    <span className="act-button">
      <Button
        variant="default"
        size="xs"
        aria-disabled={reason !== null}
        data-disabled={reason === null ? undefined : true}
        aria-describedby={reason === null ? undefined : id}
        onClick={reason === null ? onClick : undefined}
      >
        {label}
      </Button>
      {reason !== null && (
        <span id={id} className="quiet act-reason">
          {reason}
        </span>
      )}
    </span>
  )
}
