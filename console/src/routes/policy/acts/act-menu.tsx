import type { Policy } from '@bindery/sdk'
import { Button, Menu } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useCommands } from '../../../frame/commands.ts'
import { useShortcut } from '../../../frame/shortcuts.ts'
import { useWords } from '../../../words/language.ts'
import { actWords } from './words.ts'

/** What every sheet about a policy is given. */
export interface SheetProps {
  readonly policy: Policy
  readonly onClose: () => void
}

interface Allowed {
  readonly allowed: boolean
  readonly reason: string | null
}

const sheets = {
  endorse: lazy(async () => ({ default: (await import('./endorse.tsx')).EndorseSheet })),
  changePlan: lazy(async () => ({ default: (await import('./change-plan.tsx')).PlanSheet })),
  cancel: lazy(async () => ({ default: (await import('./cancel.tsx')).CancelSheet })),
  moveEnd: lazy(async () => ({ default: (await import('./move-end.tsx')).MoveEndSheet })),
  reinstate: lazy(async () => ({ default: (await import('./reinstate.tsx')).ReinstateSheet })),
  withdraw: lazy(async () => ({ default: (await import('./withdraw.tsx')).WithdrawSheet })),
  policyholder: lazy(async () => ({
    default: (await import('./policyholder.tsx')).PolicyholderSheet,
  })),
  hold: lazy(async () => ({ default: (await import('./hold.tsx')).HoldSheet })),
  delivery: lazy(async () => ({ default: (await import('./delivery.tsx')).DeliverySheet })),
  enter: lazy(async () => ({ default: (await import('./enter-money.tsx')).EnterSheet })),
  payOut: lazy(async () => ({ default: (await import('./pay-out.tsx')).PayOutSheet })),
} satisfies Record<string, ComponentType<SheetProps>>
type Act = keyof typeof sheets

const order = Object.keys(sheets) as Act[] // Of all sheets.

/** All that can be done with the policy. What cannot be done now says why. */
export function ActMenu({ policy }: { readonly policy: Policy }) {
  const words = useWords(actWords)
  const [opened, setOpened] = useState<Act | null>(null)
  const params = { policyId: policy.id }
  const { data: parties } = useCall('showParties', { params })
  const { data: money } = useCall('showManualEntries', { params })
  const { allowed } = policy
  const rights: Readonly<Record<Act, Allowed | undefined>> = {
    endorse: allowed?.endorse,
    changePlan: allowed?.endorse,
    cancel: allowed?.cancel,
    moveEnd: allowed?.move_end,
    reinstate: allowed?.reactivate,
    withdraw: allowed?.withdraw,
    policyholder: parties?.allowed.change_policyholder,
    hold: allowed?.hold_dunning,
    delivery: allowed?.record_delivery,
    enter: money?.allowed.enter,
    payOut: money?.allowed.pay_out,
  }
  const refusal = (act: Act) =>
    rights[act]?.allowed === false ? (rights[act].reason ?? words.notAllowed) : null
  useCommands(
    order.map((act) => ({
      id: `policy ${act}`,
      group: words.menu,
      title: words[act],
      disabledBecause: refusal(act),
      run: () => setOpened(act),
    })),
  )
  useShortcut('e', words.endorse, () => {
    if (refusal('endorse') === null) setOpened('endorse')
  })
  const Opened = opened === null ? null : sheets[opened]
  return (
    <>
      <Menu position="bottom-end" width={320} withinPortal returnFocus>
        <Menu.Target>
          <Button size="xs">{words.menu}</Button>
        </Menu.Target>
        <Menu.Dropdown className="act-menu">
          {order.map((act) => (
            <Menu.Item
              key={act}
              aria-disabled={refusal(act) !== null}
              data-disabled={refusal(act) === null ? undefined : true}
              closeMenuOnClick={refusal(act) === null}
              onClick={() => {
                if (refusal(act) === null) setOpened(act)
              }}
            >
              {words[act]}
              {refusal(act) !== null && <span className="act-reason">{refusal(act)}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {Opened !== null && (
        <Suspense fallback={null}>
          <Opened policy={policy} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
